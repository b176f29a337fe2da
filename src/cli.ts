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

const shell: Shell = {
  environment: process.env,
  workingFolder: process.cwd(),
  print: (line) => void process.stdout.write(`${line}\n`),
  tell: (line) => void process.stderr.write(`${line}\n`),
  now: () => Math.floor(Date.now() / 1000),
};

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

function declareProgram(): Command {
  const program = new Command('kalends')
    .description('A self-hosted events calendar with a JSON REST interface.')
    .version(packageFile.version, '-V, --version', 'show the version')
    .helpOption('-h, --help', 'show help')
    .addHelpCommand(
      new Command('help').argument('[command]').description('show help about a command').helpGroup('Help:'),
    )
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'kalends: ')) })
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

function exitCodeOf(error: unknown): number {
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

// Whoever reads the output may have enough of it, as in `kalends user list | head -1`: no reason to fail, nor to stop serving.
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  // A command that found out by itself has said so.
  if (code === 'EPIPE' || process.exitCode) return;
  shell.tell(`kalends: Standard output cannot be written (${code ?? message}).`);
  process.exitCode = exitCodes.failed;
});

// A worker has the variables of its supervisor, which has told of them.
for (const warning of cluster.isWorker ? [] : unknownVariables(process.env)) shell.tell(`kalends: ${warning}`);
try {
  await declareProgram().parseAsync();
} catch (error) {
  process.exitCode ||= exitCodeOf(error);
}
