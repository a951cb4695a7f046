import { createInterface } from 'node:readline/promises'
import { CommandError, UsageError } from './command.ts'

/** Asks on the error output, because the standard output may be read by a program. */
const terminal = { input: process.stdin, output: process.stderr, isInteractive: process.stdin.isTTY === true }

/** Asks before something is deleted, unless `--yes` was given. Without a terminal `--yes` is required. */
export async function confirm(question: string, isConfirmed = false, { input, output, isInteractive } = terminal) {
  if (isConfirmed) return
  if (!isInteractive) throw new UsageError('There is no terminal to ask on. Add --yes to confirm.')
  const asking = createInterface({ input, output })
  // The end of the input (Ctrl+D) is a refusal.
  const closed = new Promise<string>((resolve) => asking.once('close', () => resolve('')))
  const answer = await Promise.race([asking.question(`${question} [y/N] `), closed])
  asking.close()
  if (!/^y(es)?$/i.test(answer.trim())) throw new CommandError('Nothing was changed.')
}
