import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { AppError, StartupError } from './base/errors.ts'
import { version } from './base/version.ts'
import { CommandError, type Report, UsageError, withPlatform } from './commands/command.ts'
import { readConfig } from './config.ts'

/** The `marquee` command. Exit codes: 0 success, 1 failure, 2 usage error. */
export async function runCommand(argv: string[]): Promise<number> {
  let exitCode = 0
  // A closed pipe (`| head`) is not a failure. Other write errors (a full disk, a closed terminal) fail the command, but
  // must not end the service.
  for (const output of [process.stdout, process.stderr]) {
    output.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') exitCode = 1
    })
  }
  const program = new Command('marquee')
    .description('Content management for the apps and websites of festivals, conferences and venues.')
    .version(version)
    .exitOverride()
    .showHelpAfterError('(use --help for usage)')

  /** A command that reports: lines for people, --json for programs. */
  const reporting = (parent: Command, usage: string, about: string) =>
    parent.command(usage).description(about).option('--json', 'print JSON for programs')
  const print = (work: Promise<Report>, options: { json?: boolean }) =>
    work.then((report) => {
      process.stdout.write(options.json ? `${JSON.stringify(report.json)}\n` : `${report.lines.join('\n')}\n`)
      exitCode = report.exitCode ?? 0
    })

  program
    .command('serve')
    .description('run the service until SIGINT or SIGTERM')
    .action(async () => {
      const config = readConfig(process.env)
      const { serve } = await import('./serve.ts')
      exitCode = await serve(config)
    })
  reporting(program, 'migrate', 'bring the database up to date').action(async (options) =>
    print((await import('./commands/migrate.ts')).migrateNow(), options),
  )
  reporting(program, 'backup <file>', 'back up the database and the uploaded files, also while the service runs')
    .option('--with-secret-key', 'include the secret key, so that the file alone is enough; it then opens everything')
    .action(async (file, options) => print((await backups()).backUp(readConfig(process.env), file, options), options))
  reporting(program, 'restore <file>', 'restore a backup into an empty database or data folder')
    .option('--any-secret-key', 'accept another secret key: API keys and stored credentials will not work')
    .action(async (file, options) => print((await backups()).restore(readConfig(process.env), file, options), options))
  reporting(program, 'demo', 'create the demo festival if it is missing, and print its sign-in and an API key').action(
    (options) => print(showDemo(), options),
  )
  reporting(program, 'doctor', 'check the installation and report problems').action(async (options) =>
    print((await import('./commands/doctor.ts')).runDoctor(), options),
  )
  program
    .command('openapi')
    .description('print the OpenAPI document')
    .action(async () => {
      process.stdout.write(`${JSON.stringify(await (await import('./commands/openapi.ts')).describeApi(), null, 2)}\n`)
    })

  program
    .command('listen')
    .description('receive webhooks on this machine: print them, verify their signatures, forward them')
    .option('--port <port>', 'port to listen on', wholeNumber, 4_000)
    .option('--secret <secret>', 'the secret of the webhook, to verify signatures')
    .option('--forward <url>', 'URL to forward deliveries to')
    .action(async (options) => (await import('./commands/listen.ts')).listen(options))

  const user = program.command('user').description('user accounts')
  reporting(user, 'list', 'list the accounts').action(async (options) => print((await accounts()).listUsers(), options))
  reporting(user, 'create', 'create an account')
    .requiredOption('--email <address>', 'e-mail address')
    .option('--name <name>', 'name of the person')
    .option('--password <password>', 'at least 10 characters; made up and shown when absent')
    .action(async (options) => print((await accounts()).createUser(options), options))
  reporting(user, 'reset-password', 'set a new password and end the sessions of an account')
    .requiredOption('--email <address>', 'e-mail address')
    .option('--password <password>', 'at least 10 characters; made up and shown when absent')
    .action(async (options) => print((await accounts()).resetPassword(options), options))

  addBroadcastCommands(program, { reporting, print })

  const key = program.command('key').description('API keys')
  const broadcastOption = ['--broadcast <id>', 'the broadcast; required when there are several'] as const
  reporting(key, 'create', 'create an API key')
    .option(...broadcastOption)
    .option('--name <name>', 'what it is for', 'Command line')
    .option('--scopes <list>', 'read, write, people; separated by commas', 'read,write')
    .option('--expires <date-time>', 'when it expires; never when absent')
    .action(async (options) => print((await keys()).createKey(options), options))
  reporting(key, 'list', 'list the API keys')
    .option(...broadcastOption)
    .action(async (options) => print((await keys()).listKeys(options), options))
  reporting(key, 'revoke <id>', 'revoke an API key immediately')
    .option(...broadcastOption)
    .action(async (id, options) => print((await keys()).revokeKey(id, options), options))

  const plan = program.command('plan').description('plans of accounts')
  reporting(plan, 'set', 'set the plan of an account')
    .requiredOption('--user <id>', 'id or e-mail address of the account')
    .addOption(new Option('--plan <plan>', 'the plan').choices(['free', 'pro']).makeOptionMandatory())
    .action(async (options) => print((await accounts()).setUserPlan(options), options))

  const code = await program.parseAsync(argv).then(() => exitCode, failed)
  // A failure may leave handles open, such as a connection that failed while connecting.
  if (code !== 0) setTimeout(() => process.exit(code), lingerMs).unref()
  return code
}

interface Printing {
  reporting(parent: Command, usage: string, about: string): Command
  print(work: Promise<Report>, options: { json?: boolean }): Promise<void>
}

/** Broadcasts: managing them, their archives, and imports into one. */
function addBroadcastCommands(program: Command, { reporting, print }: Printing): void {
  const yesOption = ['--yes', 'do not ask for confirmation'] as const
  const broadcast = program.command('broadcast').description('broadcasts')
  reporting(broadcast, 'create', 'create an empty broadcast')
    .requiredOption('--name <name>', 'its name, 1 to 30 characters')
    .option('--user <id>', 'id or e-mail address of the account that owns it; the first account when absent')
    .action(async (options) => print((await broadcasts()).createBroadcast(options), options))
  reporting(broadcast, 'list', 'list the broadcasts with their owners').action(async (options) =>
    print((await broadcasts()).listBroadcasts(), options),
  )
  reporting(broadcast, 'show <id>', 'show a broadcast: its owner, plan, status and usage').action(async (id, options) =>
    print((await broadcasts()).showBroadcast(id), options),
  )
  reporting(broadcast, 'delete <id>', 'delete a broadcast and everything in it')
    .option(...yesOption)
    .action(async (id, options) => print((await broadcasts()).deleteBroadcast(id, options), options))

  reporting(broadcast, 'export <id>', 'write a broadcast with its media to an archive, one zip file')
    .option('--to <file>', 'the file to write; named after the broadcast and the day when absent')
    .option('--history', 'include the change log and the revisions')
    .option('--people', 'include contacts, visitors’ apps and members')
    .action(async (id, options) => print((await archives()).exportBroadcast(id, options), options))
  reporting(broadcast, 'import <file>', 'create a broadcast from an archive')
    .requiredOption('--owner <email>', 'id or e-mail address of the account that will own it')
    .option('--keep-ids', 'keep the ids of the archive, if they are free')
    .action(async (file, options) => print((await archives()).importBroadcast(file, options), options))

  reporting(broadcast, 'duplicate <id>', 'copy a broadcast for its next edition')
    .requiredOption('--name <name>', 'the name of the copy, 1 to 30 characters')
    .option('--no-sessions', 'copy no sessions')
    .option('--shift-days <days>', 'move all dates by so many days')
    .option('--start-date <date>', 'move all dates so that this is the first day, such as 2028-06-30')
    .action(async (id, options) => print((await archives()).duplicate(id, options), options))

  reporting(program, 'import <file-or-url>', 'import a programme, or show what would happen')
    .requiredOption('--broadcast <id>', 'the broadcast')
    .option('--dry-run', 'show what would happen, without writing')
    .option('--confirm-removals', 'remove sessions even if more than 30 % are missing')
    .action(async (from, options) =>
      print((await import('./commands/import.ts')).importProgramme(from, options), options),
    )
}

const lingerMs = 500

// Loaded lazily, so that help and usage errors are fast.
const accounts = () => import('./commands/accounts.ts')
const archives = () => import('./commands/archives.ts')
const backups = () => import('./commands/backup.ts')
const broadcasts = () => import('./commands/broadcasts.ts')
const keys = () => import('./commands/keys.ts')

async function showDemo(): Promise<Report> {
  const { ensureDemo } = await import('./demo/demo.ts')
  return withPlatform(async (platform) => {
    const { userId, broadcastId, apiKey, email, password } = await ensureDemo(platform)
    const { baseUrl } = platform.config
    return {
      lines: [
        `Sign-in    ${email}  ${password}`,
        `API key    ${apiKey}`,
        `User       ${userId}`,
        `Broadcast  ${broadcastId}`,
        `Address    ${baseUrl}`,
      ],
      json: { userId, broadcastId, apiKey, baseUrl, email, password },
    }
  })
}

function wholeNumber(text: string): number {
  const value = Number(text)
  if (!/^\d{1,5}$/.test(text) || value > 65_535) throw new InvalidArgumentError('Use a port from 0 to 65535.')
  return value
}

/** One sentence about a database that failed; the stack trace of any other error. */
async function describe(error: unknown): Promise<string> {
  if (!(error instanceof Error)) return String(error)
  const { databaseFailure } = await import('./store/failures.ts')
  const failure = databaseFailure(error)
  // The full disk may be the one that a command writes a file to.
  const isLost = failure !== undefined && failure !== 'full'
  return isLost ? `The database cannot be used: ${error.message}.` : (error.stack ?? error.message)
}

/** Prints the error as one sentence; only unexpected errors have a stack trace. */
async function failed(error: unknown): Promise<number> {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  const isOurs = error instanceof StartupError || error instanceof CommandError || error instanceof AppError
  const isInvalid = !isOurs && error instanceof (await import('@marquee/model')).Invalid
  process.stderr.write(`${isOurs || isInvalid ? error.message : await describe(error)}\n`)
  return isInvalid || error instanceof UsageError ? 2 : 1
}
