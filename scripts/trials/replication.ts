// The service writes and checkpoints while its write-ahead log is copied: the copy must be the calendar, row by row.
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import type { TrialCalendar } from './calendar.ts';
import { createFindings, type Findings } from './findings.ts';
import { openWalCopier, type WalCopier } from './wal-copy.ts';

export interface ReplicationOptions {
  seconds: number;
  /** The copier checkpoints from that many pages of the log on; without it only the service does. */
  checkpointPages?: number | undefined;
}

export async function replicationTrial(calendar: TrialCalendar, options: ReplicationOptions): Promise<Findings> {
  const findings = createFindings();
  const service = await calendar.start('--log-level', 'warn');
  const authorization = await calendar.addUser('writer', 'administrator');
  const path = join(calendar.folder, 'calendar.sqlite');
  const copier = openWalCopier(path);
  let isOver = false;
  let slowest = 0;
  const write = async (number: number) => {
    while (!isOver) {
      const begun = performance.now();
      const body = JSON.stringify({
        ...{ title: `Event of ${number}`, description: 'word '.repeat(4000) },
        ...{ start_date: '2027-06-19', end_date: '2027-06-19' },
      });
      const headers = { authorization, 'content-type': 'application/json' };
      const reply = await fetch(`${service.origin}/calendar/events/v1/events`, { method: 'POST', headers, body });
      await reply.arrayBuffer();
      if (reply.status === 201) findings.count('acknowledged writes');
      else findings.fault(`A write was answered with ${reply.status}.`);
      slowest = Math.max(slowest, performance.now() - begun);
    }
  };
  const writers = Array.from({ length: 4 }, (_, number) => write(number));
  const end = performance.now() + options.seconds * 1000;
  let checkpointedAt = 0;
  while (performance.now() < end) {
    await sleep(100);
    copier.copy();
    const { frames } = copier.figures();
    if (options.checkpointPages === undefined || frames - checkpointedAt < options.checkpointPages) continue;
    copier.checkpoint();
    checkpointedAt = frames;
  }
  isOver = true;
  await Promise.all(writers);
  copier.copy();
  compare(path, copier, findings);
  for (const [name, figure] of Object.entries(copier.figures())) findings.count(`copied: ${name}`, figure);
  findings.count('megabytes of the log at the end', Math.round(statSync(`${path}-wal`).size / 1e6));
  findings.count('milliseconds of the slowest write', Math.round(slowest));
  copier.close();
  for (const { msg, reason } of service.log.filter(({ level }) => Number(level) >= 50 || level === 'error'))
    findings.fault(`The log says ${msg}: ${reason ?? ''}`);
  await service.stop('SIGTERM');
  const { code, text } = await calendar.run('check');
  if (code !== 0) findings.fault(`kalends check found: ${text}`);
  return findings;
}

function compare(path: string, copier: WalCopier, findings: ReturnType<typeof createFindings>): void {
  const copy = `${path}.copy`;
  const image = copier.restored();
  // No longer in the mode of a write-ahead log, of which the copy has none.
  image.writeUInt16BE(0x0101, 18);
  writeFileSync(copy, image);
  const [live, restored] = [new Database(path, { readonly: true }), new Database(copy, { readonly: true })];
  const integrity = restored.pragma('integrity_check', { simple: true });
  if (integrity !== 'ok') findings.fault(`The copy is damaged: ${integrity}`);
  const tables = live
    .prepare(`select name from sqlite_schema where type = 'table' and sql not like '%virtual%'`)
    .pluck();
  for (const table of tables.all() as string[]) {
    const rows = (database: Database.Database) => JSON.stringify(database.prepare(`select * from "${table}"`).all());
    if (rows(live) !== rows(restored)) findings.fault(`The table ${table} is not as copied.`);
    findings.count('tables compared');
  }
  live.close();
  restored.close();
}
