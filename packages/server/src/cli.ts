import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { AppError, StartupError } from './base/errors.ts'
import { CommandError, type Report, UsageError, withPlatform } from './commands/command.ts'
import { readConfig } from './config.ts'

/** The `marquee` command. Exit codes: 0 done, 1 it did not work, 2 it was called wrongly. */
export async function runCommand(argv: string[]): Promise<number> {
  let exitCode = 0
  // A reader that has seen enough (`| head`) is no failure. Output that cannot be written (a full disk, a terminal that
  // is gone) is one of the command, and still no reason for the service to end.
  for (const output of [process.stdout, process.stderr]) {
    output.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') exitCode = 1
    })
  }
  const program = new Command('marquee')
    .description('Content management for the apps and websites of festivals, conferences and venues.')
    .version('0.1.0')
    .exitOverride()
    .showHelpAfterError('(--help shows how it is used)')

  /** A command that reports: lines for people, --json for programs. */
  const reporting = (parent: Command, usage: string, about: string) =>
    parent.command(usage).description(about).option('--json', 'print JSON for programs')
  const tell = (work: Promise<Report>, options: { json?: boolean }) =>
    work.then((report) => {
      process.stdout.write(options.json ? `${JSON.stringify(report.json)}\n` : `${report.lines.join('\n')}\n`)
      exitCode = report.exitCode ?? 0
    })

  program
    .command('serve')
    .description('run the service until it is told to stop')
    .action(async () => {
      const config = readConfig(process.env)
      const { serve } = await import('./serve.ts')
      exitCode = await serve(config)
    })
  reporting(program, 'migrate', 'bring the database up to date').action(async (options) =>
    tell((await import('./commands/migrate.ts')).migrateNow(), options),
  )
  reporting(
    program,
    'demo',
    'make the demo festival where it is missing, and show a sign-in and a key that work',
  ).action((options) => tell(showDemo(), options))
  reporting(program, 'doctor', 'look at everything an operator would, and give a verdict on each').action(
    async (options) => tell((await import('./commands/doctor.ts')).runDoctor(), options),
  )
  program
    .command('openapi')
    .description('print the OpenAPI document')
    .action(async () => {
      process.stdout.write(`${JSON.stringify(await (await import('./commands/openapi.ts')).describeApi(), null, 2)}\n`)
    })

  program
    .command('listen')
    .description('receive webhooks on this machine: print them, check their signatures, pass them on')
    .option('--port <port>', 'port to listen on', wholeNumber, 4_000)
    .option('--secret <secret>', 'the secret of the webhook, to check signatures')
    .option('--forward <url>', 'where to pass deliveries on to')
    .action(async (options) => (await import('./commands/listen.ts')).listen(options))

  const user = program.command('user').description('accounts of people')
  reporting(user, 'create', 'make an account')
    .requiredOption('--email <address>', 'e-mail address')
    .option('--name <name>', 'name of the person')
    .option('--password <password>', 'at least 10 characters; made up and shown when absent')
    .action(async (options) => tell((await accounts()).createUser(options), options))
  reporting(user, 'reset-password', 'set a new password and end the sessions of an account')
    .requiredOption('--email <address>', 'e-mail address')
    .option('--password <password>', 'at least 10 characters; made up and shown when absent')
    .action(async (options) => tell((await accounts()).resetPassword(options), options))

  const broadcast = program.command('broadcast').description('broadcasts')
  reporting(broadcast, 'create', 'make an empty broadcast')
    .requiredOption('--name <name>', 'its name, 1 to 30 characters')
    .option('--user <id>', 'id or e-mail address of the account that owns it; the first account when absent')
    .action(async (options) => tell((await accounts()).createBroadcast(options), options))

  const key = program.command('key').description('API keys')
  const broadcastOption = ['--broadcast <id>', 'the broadcast; needed when there are several'] as const
  reporting(key, 'create', 'make an API key')
    .option(...broadcastOption)
    .option('--name <name>', 'what it is for', 'Command line')
    .option('--scopes <list>', 'read, write, people; separated by commas', 'read,write')
    .option('--expires <date-time>', 'when it ends; never when absent')
    .action(async (options) => tell((await keys()).createKey(options), options))
  reporting(key, 'list', 'list the API keys')
    .option(...broadcastOption)
    .action(async (options) => tell((await keys()).listKeys(options), options))
  reporting(key, 'revoke <id>', 'end an API key at once')
    .option(...broadcastOption)
    .action(async (id, options) => tell((await keys()).revokeKey(id, options), options))

  const plan = program.command('plan').description('plans of accounts')
  reporting(plan, 'set', 'put an account on a plan')
    .requiredOption('--user <id>', 'id or e-mail address of the account')
    .addOption(new Option('--plan <plan>', 'the plan').choices(['free', 'pro']).makeOptionMandatory())
    .action(async (options) => tell((await accounts()).setUserPlan(options), options))

  const code = await program.parseAsync(argv).then(() => exitCode, failed)
  // A failure may leave something open, such as a connection that broke while it was made.
  if (code !== 0) setTimeout(() => process.exit(code), lingerMs).unref()
  return code
}

const lingerMs = 500

// What does the work is loaded when it is wanted, so that help and wrong calls are answered at once.
const accounts = () => import('./commands/accounts.ts')
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
  if (!/^\d{1,5}$/.test(text) || value > 65_535) throw new InvalidArgumentError('It must be a port from 0 to 65535.')
  return value
}

/** What went wrong in one sentence; only the unexpected shows where. */
async function failed(error: unknown): Promise<number> {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  const isOurs = error instanceof StartupError || error instanceof CommandError || error instanceof AppError
  const isInvalid = !isOurs && error instanceof (await import('@marquee/model')).Invalid
  const words = error instanceof Error ? (isOurs || isInvalid ? error.message : error.stack) : String(error)
  process.stderr.write(`${words}\n`)
  return isInvalid || error instanceof UsageError ? 2 : 1
}
