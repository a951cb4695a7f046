import { Invalid } from '@marquee/model'
import { Command, CommanderError, Option } from 'commander'
import { AppError, StartupError } from './base/errors.ts'
import { createBroadcast, createUser, resetPassword, setUserPlan } from './commands/accounts.ts'
import { CommandError, type Report, UsageError, withPlatform } from './commands/command.ts'
import { runDoctor } from './commands/doctor.ts'
import { createKey, listKeys, revokeKey } from './commands/keys.ts'
import { migrateNow } from './commands/migrate.ts'
import { describeApi } from './commands/openapi.ts'
import { readConfig } from './config.ts'
import { ensureDemo } from './demo/demo.ts'
import { serve } from './serve.ts'

/** The `marquee` command. Exit codes: 0 done, 1 it did not work, 2 it was called wrongly. */
export async function runCommand(argv: string[]): Promise<number> {
  let exitCode = 0
  // A reader that has seen enough (`| head`) is no failure, and no reason for the service to end.
  for (const output of [process.stdout, process.stderr]) {
    output.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
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
      exitCode = await serve(readConfig(process.env))
    })
  reporting(program, 'migrate', 'bring the database up to date').action((options) => tell(migrateNow(), options))
  reporting(
    program,
    'demo',
    'make the demo festival where it is missing, and show a sign-in and a key that work',
  ).action((options) => tell(showDemo(), options))
  reporting(program, 'doctor', 'look at everything an operator would, and give a verdict on each').action((options) =>
    tell(runDoctor(), options),
  )
  program
    .command('openapi')
    .description('print the OpenAPI document')
    .action(async () => {
      process.stdout.write(`${JSON.stringify(await describeApi(), null, 2)}\n`)
    })

  const user = program.command('user').description('accounts of people')
  reporting(user, 'create', 'make an account')
    .requiredOption('--email <address>', 'e-mail address')
    .option('--name <name>', 'name of the person')
    .option('--password <password>', 'at least 10 characters; made up and shown when absent')
    .action((options) => tell(createUser(options), options))
  reporting(user, 'reset-password', 'set a new password and end the sessions of an account')
    .requiredOption('--email <address>', 'e-mail address')
    .option('--password <password>', 'at least 10 characters; made up and shown when absent')
    .action((options) => tell(resetPassword(options), options))

  const broadcast = program.command('broadcast').description('broadcasts')
  reporting(broadcast, 'create', 'make an empty broadcast')
    .requiredOption('--name <name>', 'its name, 1 to 30 characters')
    .option('--user <id>', 'id or e-mail address of the account that owns it; the first account when absent')
    .action((options) => tell(createBroadcast(options), options))

  const key = program.command('key').description('API keys')
  const broadcastOption = ['--broadcast <id>', 'the broadcast; needed when there are several'] as const
  reporting(key, 'create', 'make an API key')
    .option(...broadcastOption)
    .option('--name <name>', 'what it is for', 'Command line')
    .option('--scopes <list>', 'read, write, people; separated by commas', 'read,write')
    .option('--expires <date-time>', 'when it ends; never when absent')
    .action((options) => tell(createKey(options), options))
  reporting(key, 'list', 'list the API keys')
    .option(...broadcastOption)
    .action((options) => tell(listKeys(options), options))
  reporting(key, 'revoke <id>', 'end an API key at once')
    .option(...broadcastOption)
    .action((id, options) => tell(revokeKey(id, options), options))

  const plan = program.command('plan').description('plans of accounts')
  reporting(plan, 'set', 'put an account on a plan')
    .requiredOption('--user <id>', 'id or e-mail address of the account')
    .addOption(new Option('--plan <plan>', 'the plan').choices(['free', 'pro']).makeOptionMandatory())
    .action((options) => tell(setUserPlan(options), options))

  try {
    await program.parseAsync(argv)
    return exitCode
  } catch (error) {
    return failed(error)
  }
}

function showDemo(): Promise<Report> {
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

/** What went wrong in one sentence; only the unexpected shows where. */
function failed(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  const isExpected =
    error instanceof StartupError ||
    error instanceof CommandError ||
    error instanceof AppError ||
    error instanceof Invalid
  process.stderr.write(`${isExpected ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
  return error instanceof UsageError || error instanceof Invalid ? 2 : 1
}
