// npm run bench:files [-- --events 10k] [--seed N]: how long calendar files and tables take to write and to read.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { sqliteCalendar } from './calendars.ts';
import { readCount } from './counts.ts';
import { startService } from './service.ts';

const { values: options } = parseArgs({
  options: { events: { type: 'string', default: '10k' }, seed: { type: 'string', default: '1' } },
});
const program = fileURLToPath(new URL('../bin/kalends.js', import.meta.url));
/** A year ago to the horizon of imports and beyond. */
const allTime = 'start_date=1900-01-01&end_date=2999-12-31';
/** Has a process tell at its end how much memory it had at most, and how long it had a processor. */
const tellUsage =
  'data:text/javascript,process.on("exit",()=>{const u=process.resourceUsage();process._rawDebug(u.maxRSS,u.userCPUTime+u.systemCPUTime)})';

const folder = mkdtempSync(join(tmpdir(), 'kalends-bench-'));
const rows: string[][] = [['', 'events', 'MB', 'seconds', 'CPU s', 'peak MB']];

try {
  const calendar = await sqliteCalendar({
    events: readCount(options.events),
    seed: Number(options.seed),
    folder,
    kept: undefined,
  });
  const service = await startService({ ...calendar, workers: '1', kept: 'nothing' });
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
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? [];
  for (const row of rows)
    console.log(
      row.map((cell, at) => (at === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  '),
    );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function importFile(file: string, outcome: 'created' | 'unchanged', name: string): Promise<void> {
  const inherited = Object.entries(process.env).filter(([key]) => !/^(KALENDS_|DATABASE_)/.test(key));
  const args = ['import', '--json', '--no-images', '--data', `copy-${file}`, file];
  const started = performance.now();
  const child = spawn(process.execPath, ['--import', tellUsage, program, ...args], {
    cwd: folder,
    env: { ...Object.fromEntries(inherited), KALENDS_TIMEZONE: 'UTC' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, told, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  if (code !== 0) throw new Error(`The import failed: ${told}${out.slice(0, 1000)}`);
  const [, kilobytes, microseconds] = /(\d+) (\d+)\s*$/.exec(told) ?? [];
  note(
    name,
    JSON.parse(out).counts.events[outcome],
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
