// The program `kalends`: its commands and exit codes. Commands load the modules they need only when they run, so that
// help and usage errors are quick.
import cluster from 'node:cluster';
import { Command, CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { declareAppPassword } from './commands/accounts/app-password.ts';
import { declareAudit } from './commands/accounts/audit.ts';
import { declareUser } from './commands/accounts/user.ts';
import { declareCheck } from './commands/check.ts';
import { declareBackup } from './commands/copies/backup.ts';
import { declareCopy } from './commands/copies/copy.ts';
import { declareExport } from './commands/copies/export.ts';
import { declareRestore } from './commands/copies/restore.ts';
import { declareDoctor } from './commands/doctor/doctor.ts';
import { declareImport } from './commands/import/import.ts';
import { declareMcp } from './commands/mcp.ts';
import { declareMedia } from './commands/media.ts';
import { declareMigrate } from './commands/migrate.ts';
import { declareServe } from './commands/serve.ts';
import { declareSetup } from './commands/setup/setup.ts';
import { declareWebhook } from './commands/webhooks/webhook.ts';
import { findSettingsFile, settingsFilePath } from './config/settings-file.ts';
import { ConfigurationError, unknownVariables } from './config.ts';
import { outageOf } from './core/api-error.ts';
import { isSystemError, messageOf, whyUnreadable } from './core/errors.ts';
import { exitCodes, Incomplete, OperationFailed, type Shell, WrongUsage } from './shell.ts';
import { StoreUnavailable } from './store/unavailable.ts';
import { version } from './version.ts';

const closing = `
An option that names a KALENDS_… variable can also be set by that environment variable or in ./kalends.env; the option
takes precedence. "kalends help COMMAND" shows the options of a command.

Exit codes:
  0  done
  1  the operation failed
  2  invalid usage or configuration; nothing was started
  3  done in part: an import skipped events

Examples:
  $ kalends serve --demo
  $ kalends user add ed --role editor --email ed@example.org
  $ kalends app-password list ed`;

/** Runs one command; throws what `exitCodeOf` reports. */
export async function runProgram(args: readonly string[], given: Shell): Promise<void> {
  const shell = { ...given };
  const program = declareProgram(shell);
  // Help is displayed whatever the settings file says.
  if (!cluster.isWorker) {
    program.hook('preAction', (_, command) => {
      if (command.name() !== 'help') readSettingsFile(shell);
    });
  }
  await program.parseAsync(args, { from: 'user' });
}

function readSettingsFile(shell: Shell): void {
  shell.environment = withSettingsFile(shell);
  // The supervisor warns about the variables that its workers inherit.
  for (const warning of unknownVariables(shell.environment)) shell.printError(`kalends: ${warning}`);
}

/** Environment variables take precedence over the file. */
function withSettingsFile({ workingFolder, environment }: Shell): Shell['environment'] {
  try {
    return { ...findSettingsFile(workingFolder, environment)?.variables, ...environment };
  } catch (error) {
    const problem = isSystemError(error) ? whyUnreadable(error) : `cannot be read: ${messageOf(error)}`;
    throw new ConfigurationError([`The settings file ${settingsFilePath(workingFolder, environment)} ${problem}.`]);
  }
}

const commandGroups = {
  'The service:': [
    ...[declareSetup, declareServe, declareDoctor, declareMcp],
    ...[declareMigrate, declareMedia, declareCheck, declareWebhook],
  ],
  'Records in and out:': [declareImport, declareExport, declareCopy, declareBackup, declareRestore],
  'Accounts:': [declareUser, declareAudit, declareAppPassword],
};

function declareProgram(shell: Shell): Command {
  const program = new Command('kalends')
    .description('A self-hosted events calendar with a JSON REST API.')
    .version(version, '-V, --version', 'show the version')
    .exitOverride()
    .configureOutput({
      // cli.ts reports failures to write.
      writeOut: (text) => void shell.write(text).catch(() => undefined),
      writeErr: (text) => shell.printError(text.replace(/\n$/, '')),
      outputError: (text, write) => write(text.replace(/^error: /, 'kalends: ')),
    })
    .addHelpText('after', closing);
  for (const [group, commands] of Object.entries(commandGroups)) {
    program.commandsGroup(group);
    for (const declare of commands) declare(program, shell);
  }
  program.commandsGroup('Help:');
  declareHelp(program);
  referToHelp(program, program.name());
  return program;
}

/** Replaces the library's help command, which does not support subcommands. */
function declareHelp(program: Command): void {
  program
    .helpCommand(false)
    .command('help [command...]')
    .description('display help for command')
    .action((names) => {
      let about: CommandUnknownOpts = program;
      for (const name of names) {
        const inner = about.commands.find((each) => each.name() === name);
        if (!inner) throw new WrongUsage(`Unknown command "${names.join(' ')}"; "kalends help" lists the commands.`);
        about = inner;
      }
      about.help();
    });
}

/** Usage errors of each command refer to its own help. */
function referToHelp(command: CommandUnknownOpts, path: string): void {
  command.showHelpAfterError(`(see "${path} --help")`);
  for (const inner of command.commands) referToHelp(inner, `${path} ${inner.name()}`);
}

/** Prints why a command failed, and returns its exit code. */
export function exitCodeOf(thrown: unknown, shell: Shell): number {
  if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? exitCodes.done : exitCodes.wrongUsage;
  const outage = outageOf(thrown);
  const error = outage ? new OperationFailed(`The image storage failed: ${outage.message}.`) : thrown;
  const code = expectedCodeOf(error);
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
  shell.printError(`kalends: ${code === undefined ? `unexpected error: ${stack ?? message}` : message}`);
  return code ?? exitCodes.failed;
}

function expectedCodeOf(error: unknown): number | undefined {
  if (error instanceof OperationFailed || error instanceof StoreUnavailable) return exitCodes.failed;
  if (error instanceof WrongUsage || error instanceof ConfigurationError) return exitCodes.wrongUsage;
  return error instanceof Incomplete ? exitCodes.incomplete : undefined;
}
