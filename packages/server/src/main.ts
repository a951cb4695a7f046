import { runCommand } from './cli.ts'

process.exitCode = await runCommand(process.argv)
