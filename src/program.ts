// The program `kalends`: declares its commands and turns how they end into exit codes. Each command loads
// what it works with only when it runs.
import cluster from 'node:cluster';
import { Command, CommanderError } from 'commander';
import packageFile from '../package.json' with { type: 'json' };
import { declareAppPassword } from './commands/app-password.ts';
import { declareCopy } from './commands/copy.ts';
import { declareExport } from './commands/export.ts';
import { declareImport } from './commands/import.ts';
import { declareMcp } from './commands/mcp.ts';
import { declareMedia } from './commands/media.ts';
import { declareMigrate } from './commands/migrate.ts';
import { declareServe } from './commands/serve.ts';
import { declareUser } from './commands/user.ts';
import { ConfigurationError, unknownVariables } from './config.ts';
import { exitCodes, OperationFailed, type Shell, WrongUsage } from './shell.ts';
import { StoreUnavailable } from './store/unavailable.ts';

const closing = `
Each option that shows a KALENDS_… name can be given by that environment variable too; the option wins.
"kalends help COMMAND" tells about one command.

Exit codes:
  0  done
  1  the operation failed
  2  wrong usage or configuration; nothing was started

Examples:
  $ kalends serve --demo
  $ kalends user add ed --role editor --email ed@example.org
  $ kalends app-password list ed`;

/** Runs one command; throws what `exitCodeOf` reports. */
export async function runProgram(args: readonly string[], shell: Shell): Promise<void> {
  // A worker has the variables of its supervisor, which has warned of them.
  for (const warning of cluster.isWorker ? [] : unknownVariables(shell.environment)) shell.tell(`kalends: ${warning}`);
  await declareProgram(shell).parseAsync(args, { from: 'user' });
}

function declareProgram(shell: Shell): Command {
  const program = new Command('kalends')
    .description('A self-hosted events calendar with a JSON REST interface.')
    .version(packageFile.version, '-V, --version', 'show the version')
    .helpOption('-h, --help', 'show help')
    .addHelpCommand(
      new Command('help').argument('[command]').description('show help about a command').helpGroup('Help:'),
    )
    .exitOverride()
    .configureOutput({
      // A failure to write is reported by whoever owns the stream.
      writeOut: (text) => void shell.write(text).catch(() => undefined),
      writeErr: (text) => shell.tell(text.replace(/\n$/, '')),
      outputError: (text, write) => write(text.replace(/^error: /, 'kalends: ')),
    })
    .addHelpText('after', closing);
  program.commandsGroup('The service:');
  declareServe(program, shell);
  declareMcp(program, shell);
  declareMigrate(program, shell);
  declareMedia(program, shell);
  program.commandsGroup('Records in and out:');
  declareImport(program, shell);
  declareExport(program, shell);
  declareCopy(program, shell);
  program.commandsGroup('Accounts:');
  declareUser(program, shell);
  declareAppPassword(program, shell);
  program.commandsGroup('Help:');
  declareHelp(program);
  leadToHelp(program, program.name());
  return program;
}

/** In the place of the library's own, which knows no commands of commands. */
function declareHelp(program: Command): void {
  program
    .helpCommand(false)
    .command('help [command...]')
    .description('show help about a command')
    .action((names: string[]) => {
      let about = program;
      for (const name of names) {
        const inner = about.commands.find((each) => each.name() === name);
        if (!inner)
          throw new WrongUsage(`There is no command "${names.join(' ')}"; "kalends help" shows what there is.`);
        about = inner;
      }
      about.help();
    });
}

/** After an error each command names its own help. */
function leadToHelp(command: Command, path: string): void {
  command.showHelpAfterError(`("${path} --help" shows what there is)`);
  for (const inner of command.commands) leadToHelp(inner, `${path} ${inner.name()}`);
}

/** Reports why a command did not end well. */
export function exitCodeOf(error: unknown, shell: Shell): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.wrongUsage;
  if (error instanceof OperationFailed || error instanceof WrongUsage || error instanceof ConfigurationError) {
    shell.tell(`kalends: ${error.message}`);
    return error instanceof OperationFailed ? exitCodes.failed : exitCodes.wrongUsage;
  }
  if (error instanceof StoreUnavailable) {
    shell.tell(`kalends: ${error.message}`);
    return exitCodes.failed;
  }
  shell.tell(`kalends: unexpected error: ${error instanceof Error ? error.stack : String(error)}`);
  return exitCodes.failed;
}
