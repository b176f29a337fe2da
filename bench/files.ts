// npm run bench:files [-- --events 10k] [--seed N]: how long calendar files and tables take to write and to read.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runNode } from '../scripts/run-node.ts';
import { environmentWithoutSettings, program } from '../scripts/service.ts';
import { sqliteCalendar } from './calendars.ts';
import { readCount } from './counts.ts';
import { startService } from './service.ts';
import { writeTable } from './table.ts';

const { values: options } = parseArgs({
  options: { events: { type: 'string', default: '10k' }, seed: { type: 'string', default: '1' } },
});
const allTime = 'start_date=1900-01-01&end_date=2999-12-31';
/** Makes a process print its peak memory and processor time when it exits. */
const printUsage =
  'data:text/javascript,process.on("exit",()=>{const u=process.resourceUsage();process._rawDebug(u.maxRSS,u.userCPUTime+u.systemCPUTime)})';

const folder = mkdtempSync(join(tmpdir(), 'kalends-bench-'));
const rows: string[][] = [];

try {
  const calendar = await sqliteCalendar({
    events: readCount(options.events),
    seed: Number(options.seed),
    folder,
    calendars: undefined,
  });
  const service = await startService({ ...calendar, workers: '1', caches: 'none' });
  for (const extension of ['ics', 'csv']) {
    const started = performance.now();
    const reply = await fetch(`${service.origin}/events.${extension}?${allTime}`, {
      headers: { authorization: calendar.credentials, 'accept-encoding': 'identity' },
    });
    const file = Buffer.from(await reply.arrayBuffer());
    if (reply.status !== 200) throw new Error(`The service answered ${reply.status}: ${file}`);
    writeFileSync(join(folder, `events.${extension}`), file);
    note(`export .${extension}`, countIn(file, extension), file.length, started, service.memory());
  }
  await service.stop();
  for (const extension of ['ics', 'csv']) {
    const file = `events.${extension}`;
    await importFile(file, 'created', `import .${extension}`);
    await importFile(file, 'unchanged', 'the same again');
  }
  console.log(writeTable(['', 'events', 'MB', 'seconds', 'CPU s', 'peak MB'], rows));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function importFile(file: string, outcome: 'created' | 'unchanged', name: string): Promise<void> {
  const args = ['import', '--json', '--no-images', '--data', `copy-${file}`, file];
  const started = performance.now();
  const env = { ...environmentWithoutSettings(), KALENDS_TIMEZONE: 'UTC' };
  const { code, output, errors } = await runNode(['--import', printUsage, program, ...args], { cwd: folder, env });
  if (code !== 0) throw new Error(`The import failed: ${errors}${output.slice(0, 1000)}`);
  const [, kilobytes, microseconds] = /(\d+) (\d+)\s*$/.exec(errors) ?? [];
  note(
    name,
    JSON.parse(output).counts.events[outcome],
    undefined,
    started,
    Number(kilobytes) / 1024,
    Number(microseconds) / 1e6,
  );
}

function note(
  name: string,
  events: number,
  bytes: number | undefined,
  started: number,
  megabytes: number,
  cpuSeconds?: number,
): void {
  const seconds = (performance.now() - started) / 1000;
  const size = bytes === undefined ? '' : (bytes / 1024 ** 2).toFixed(1);
  rows.push([name, String(events), size, seconds.toFixed(2), cpuSeconds?.toFixed(2) ?? '', megabytes.toFixed(0)]);
}

function countIn(file: Buffer, extension: string): number {
  const content = file.toString();
  return extension === 'ics' ? content.split('BEGIN:VEVENT').length - 1 : (content.match(/^\d+,/gm)?.length ?? 0);
}
