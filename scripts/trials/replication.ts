// The service writes and checkpoints while its write-ahead log is copied: the copy must equal the calendar, row by row.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { sendCall } from '../service.ts';
import type { TrialCalendar } from './calendar.ts';
import { createFindings, type Findings, type FindingsRecorder } from './findings.ts';
import { openWalCopier } from './wal-copy.ts';

export interface ReplicationOptions {
  seconds: number;
  /** The copier checkpoints once the log has this many pages; by default only the service does. */
  checkpointPages?: number | undefined;
}

export async function replicationTrial(calendar: TrialCalendar, options: ReplicationOptions): Promise<Findings> {
  const findings = createFindings();
  const service = await calendar.start('--log-level', 'warn');
  const authorization = await calendar.addUser('writer', 'administrator');
  const path = join(calendar.folder, 'calendar.sqlite');
  const copier = openWalCopier(path);
  let hasEnded = false;
  let slowestMs = 0;
  const write = async (number: number) => {
    while (!hasEnded) {
      const begun = performance.now();
      const day = { start_date: '2027-06-19', end_date: '2027-06-19' };
      const json = { title: `Event of ${number}`, description: 'word '.repeat(4000), ...day };
      const call = { method: 'POST', path: '/calendar/events/v1/events', authorization, json };
      const reply = await sendCall(service, call);
      await reply.arrayBuffer();
      if (reply.status === 201) findings.count('acknowledged writes');
      else findings.fault(`A write returned ${reply.status}.`);
      slowestMs = Math.max(slowestMs, performance.now() - begun);
    }
  };
  const writers = Array.from({ length: 4 }, (_, number) => write(number));
  const end = performance.now() + options.seconds * 1000;
  const { checkpointPages = Number.POSITIVE_INFINITY } = options;
  while (performance.now() < end) {
    await sleep(100);
    if (copier.logPages() >= checkpointPages) copier.checkpoint();
  }
  hasEnded = true;
  await Promise.all(writers);
  const bytes = statSync(`${path}-wal`).size;
  compare(path, copier.finish(), findings);
  for (const [name, figure] of Object.entries(copier.figures())) findings.count(`copied: ${name}`, figure);
  findings.count('megabytes of the log at the end', Math.round(bytes / 1e6));
  findings.count('milliseconds of the slowest write', Math.round(slowestMs));
  for (const { msg, reason } of service.log.filter(({ level }) => Number(level) >= 50 || level === 'error'))
    findings.fault(`The log contains ${msg}: ${reason ?? ''}`);
  await service.stop('SIGTERM');
  const { code, text } = await calendar.run('check');
  if (code !== 0) findings.fault(`kalends check found: ${text}`);
  return findings;
}

function compare(path: string, copy: string, findings: FindingsRecorder): void {
  const [live, restored] = [new Database(path, { readonly: true }), new Database(copy, { readonly: true })];
  const integrity = restored.pragma('integrity_check', { simple: true });
  if (integrity !== 'ok') findings.fault(`The copy is damaged: ${integrity}`);
  const tables = live
    .prepare(`select name from sqlite_schema where type = 'table' and sql not like '%virtual%'`)
    .pluck();
  for (const table of tables.all() as string[]) {
    const rows = (database: Database.Database) => JSON.stringify(database.prepare(`select * from "${table}"`).all());
    if (rows(live) !== rows(restored)) findings.fault(`The table ${table} differs from its copy.`);
    findings.count('tables compared');
  }
  live.close();
  restored.close();
}
