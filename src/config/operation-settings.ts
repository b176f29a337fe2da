// Settings of data, processes, logs, metrics and retention.
import { days, duration, durationOrZero, folder, integer, listenAddress, oneOf, workerCount } from './parsers.ts';
import { byDefault, option, optional, settingsIn } from './setting.ts';

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

export const operationSettings = settingsIn('Data and logs:', {
  data: option('--data <folder>', 'data folder', byDefault('./data', folder)),
  workers: option(
    '--workers <number>',
    'number of worker processes; auto starts one per core',
    byDefault('1', workerCount),
  ),
  synchronous: option(
    '--synchronous <mode>',
    'durability of writes (fsync)',
    byDefault('full', oneOf(['full', 'normal', 'off'])),
  ),
  logLevel: option('--log-level <level>', 'minimum level of log lines', byDefault('info', oneOf(logLevels))),
  logFormat: option(
    '--log-format <format>',
    'log format; auto is pretty on a terminal and JSON elsewhere',
    byDefault('auto', oneOf(['auto', 'pretty', 'json'])),
  ),
  slowRequestSeconds: option(
    '--slow-request <time>',
    'requests that take at least this long are logged as warnings, with the query plans of lists; 0 for none',
    byDefault('1s', durationOrZero('1ms', '10m', '200ms or 2s')),
  ),
  metrics: option(
    '--metrics <address>',
    'separate address and port for /metrics (Prometheus); unauthenticated: bind it to loopback or a private network',
    optional('none: metrics are off', listenAddress),
  ),
});

export const auditSettings = settingsIn('Audit:', {
  auditRetentionDays: option(
    '--audit-retention <days>',
    'days to keep entries of the audit log and revisions; 0 keeps them forever',
    byDefault('365', days(36_500)),
  ),
  revisions: option(
    '--revisions <n>',
    'number of revisions of each record that can be restored; 0 for all',
    byDefault('25', integer(0, 100_000)),
  ),
});

export const backupSettings = settingsIn('Backups:', {
  backupFolder: option(
    '--backup-folder <folder>',
    'folder for scheduled backups, preferably on another disk; set it on one machine only if several serve the calendar',
    optional('none: no scheduled backups', folder),
  ),
  backupEverySeconds: option(
    '--backup-every <time>',
    'time between scheduled backups',
    byDefault('24h', duration('1m', '365d', '30m, 24h or 7d')),
  ),
  backupKeep: option(
    '--backup-keep <number>',
    'number of scheduled backups to keep; older ones are deleted',
    byDefault('14', integer(1, 10_000)),
  ),
});
