/**
 * The entry of a process that another one of ours started on the right Node. Killed, that one cannot pass on a signal,
 * so this one ends in order when the channel between them closes, which the system does however the other ends.
 */
const endInOrder = () => process.kill(process.pid, 'SIGTERM')

process.once('disconnect', endInOrder)
// It may have closed before anybody listened.
if (!process.connected) endInOrder()
// Listening alone must not keep a command from ending.
process.channel?.unref()

await import('./main.ts')
