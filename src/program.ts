// The program `kalends`: declares its commands and turns how they end into exit codes. Each command loads
// what it works with only when it runs.
import cluster from 'node:cluster';
import { Command, CommanderError } from 'commander';
import { declareAppPassword } from './commands/accounts/app-password.ts';
import { declareAudit } from './commands/accounts/audit.ts';
import { declareUser } from './commands/accounts/user.ts';
import { declareCheck } from './commands/check.ts';
import { declareBackup, declareRestore } from './commands/copies/backup.ts';
import { declareCopy } from './commands/copies/copy.ts';
import { declareExport } from './commands/copies/export.ts';
import { declareDoctor } from './commands/doctor.ts';
import { declareImport } from './commands/import/import.ts';
import { declareMcp } from './commands/mcp.ts';
import { declareMedia } from './commands/media.ts';
import { declareMigrate } from './commands/migrate.ts';
import { declareServe } from './commands/serve.ts';
import { declareSetup } from './commands/setup.ts';
import { declareWebhook } from './commands/webhooks/webhook.ts';
import { findSettingsFile } from './config/settings-file.ts';
import { ConfigurationError, unknownVariables } from './config.ts';
import { exitCodes, Incomplete, OperationFailed, type Shell, WrongUsage } from './shell.ts';
import { StoreUnavailable } from './store/unavailable.ts';
import { version } from './version.ts';

const closing = `
Each option that shows a KALENDS_… name can be given by that environment variable, or by a line of ./kalends.env; the option wins.
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
export async function runProgram(args: readonly string[], given: Shell): Promise<void> {
  const shell = cluster.isWorker ? given : withSettingsFile(given);
  // A worker has the variables of its supervisor, which has warned of them.
  for (const warning of cluster.isWorker ? [] : unknownVariables(shell.environment)) shell.tell(`kalends: ${warning}`);
  await declareProgram(shell).parseAsync(args, { from: 'user' });
}

/** Variables of the environment win over those of the file. */
function withSettingsFile(shell: Shell): Shell {
  try {
    const { variables } = findSettingsFile(shell.workingFolder, shell.environment) ?? {};
    return { ...shell, environment: { ...variables, ...shell.environment } };
  } catch (error) {
    throw new ConfigurationError([`The file of settings cannot be read: ${(error as Error).message}.`]);
  }
}

function declareProgram(shell: Shell): Command {
  const program = new Command('kalends')
    .description('A self-hosted events calendar with a JSON REST interface.')
    .version(version, '-V, --version', 'show the version')
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
  declareSetup(program, shell);
  declareServe(program, shell);
  declareDoctor(program, shell);
  declareMcp(program, shell);
  declareMigrate(program, shell);
  declareMedia(program, shell);
  declareCheck(program, shell);
  declareWebhook(program, shell);
  program.commandsGroup('Records in and out:');
  declareImport(program, shell);
  declareExport(program, shell);
  declareCopy(program, shell);
  declareBackup(program, shell);
  declareRestore(program, shell);
  program.commandsGroup('Accounts:');
  declareUser(program, shell);
  declareAudit(program, shell);
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
  if (error instanceof Incomplete) {
    shell.tell(`kalends: ${error.message}`);
    return exitCodes.incomplete;
  }
  if (error instanceof StoreUnavailable) {
    shell.tell(`kalends: ${error.message}`);
    return exitCodes.failed;
  }
  shell.tell(`kalends: unexpected error: ${error instanceof Error ? error.stack : String(error)}`);
  return exitCodes.failed;
}
