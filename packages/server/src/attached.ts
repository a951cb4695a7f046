/**
 * The entry of a child process that the launcher started on the right version of Node. A killed launcher cannot forward signals,
 * so this process shuts down when the IPC channel closes, which happens however the launcher ends.
 */
const shutDown = () => process.kill(process.pid, 'SIGTERM')

process.once('disconnect', shutDown)
// The channel may have closed before the listener was added.
if (!process.connected) shutDown()
// The open channel must not keep a command from exiting.
process.channel?.unref()

await import('./main.ts')
