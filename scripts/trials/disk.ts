// A disk that is full, enlarged, read-only, and a database with damaged pages: acknowledged writes survive, failures are
// reported, and no restart makes it worse. Mounts file systems: see `scripts/trial.ts`. SQLite only.
import { execFileSync } from 'node:child_process';
import { closeSync, copyFileSync, fstatSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom } from '../../src/demo/random.ts';
import { type Service, sendCall } from '../service.ts';
import { createCalendar, type TrialCalendar } from './calendar.ts';
import { createFindings, type Findings, type FindingsRecorder } from './findings.ts';

export interface DiskOptions {
  /** Copies of the calendar with pages overwritten. */
  damages: number;
  seed: number;
}

const smallSize = '12m';
const largeSize = '64m';

/** Uses a file system in memory. */
export async function diskTrial({ damages, seed }: DiskOptions): Promise<Findings> {
  const disk = mkdtempSync(join(tmpdir(), 'kalends-disk-'));
  mount('-t', 'tmpfs', '-o', `size=${smallSize}`, 'tmpfs', disk);
  try {
    const calendar = await createCalendar('sqlite', { parent: disk });
    const findings = createFindings();
    const acknowledged = await fillAndEnlarge(calendar, disk, findings);
    await checkReadOnly(calendar, disk, findings);
    await checkDamages(calendar, acknowledged, { damages, seed }, findings);
    return findings;
  } finally {
    execFileSync('umount', ['--lazy', disk]);
    rmSync(disk, { recursive: true });
  }
}

const mount = (...args: string[]) => execFileSync('mount', args);

/** Ids and titles. */
type Acknowledged = Map<number, string>;

async function fillAndEnlarge(
  calendar: TrialCalendar,
  disk: string,
  findings: FindingsRecorder,
): Promise<Acknowledged> {
  const service = await calendar.start('--log-level', 'warn');
  const authorization = await calendar.addUser('writer', 'administrator');
  const acknowledged: Acknowledged = new Map();
  let refused = 0;
  for (let number = 1; refused < 20 && number < 2000; number += 1) {
    const reply = await create(service, authorization, `Event ${number}`, acknowledged, findings);
    if (reply.status === 201) continue;
    refused += 1;
    if (reply.status !== 503 || !reply.headers.has('retry-after'))
      findings.fault(`A write on a full disk returned ${reply.status}.`);
    await checkReads(service, findings);
  }
  if (refused === 0) findings.fault('The disk was not filled.');
  findings.count('writes refused by a full disk', refused);
  mount('-o', `remount,size=${largeSize}`, disk);
  const { status } = await create(service, authorization, 'After enlarging', acknowledged, findings);
  if (status !== 201) findings.fault(`A write on the enlarged disk returned ${status}.`);
  await verify(service, acknowledged, findings);
  await service.stop('SIGKILL');
  const again = await calendar.start('--log-level', 'warn');
  await verify(again, acknowledged, findings);
  await again.stop('SIGTERM');
  const { code, text } = await calendar.run('check');
  if (code !== 0) findings.fault(`kalends check found: ${text}`);
  return acknowledged;
}

async function create(
  service: Service,
  authorization: string,
  title: string,
  acknowledged: Acknowledged,
  findings: FindingsRecorder,
): Promise<Response> {
  const json = { title, description: 'word '.repeat(8000), start_date: '2030-01-01', end_date: '2030-01-02' };
  const reply = await sendCall(service, { method: 'POST', path: '/calendar/events/v1/events', authorization, json });
  const body = (await reply.json()) as { id: number };
  if (reply.status !== 201) return reply;
  acknowledged.set(body.id, title);
  findings.count('acknowledged writes');
  return reply;
}

async function checkReads({ origin }: Service, findings: FindingsRecorder): Promise<void> {
  const { status } = await fetch(`${origin}/calendar/events/v1/events?per_page=1&end_date=2100-01-01`);
  if (status !== 200) findings.fault(`A list returned ${status} on a full disk.`);
}

async function verify({ origin }: Service, acknowledged: Acknowledged, findings: FindingsRecorder): Promise<void> {
  for (const [id, title] of acknowledged) {
    const reply = await fetch(`${origin}/calendar/events/v1/events/${id}?_fields=title`);
    const body = (await reply.json()) as { title: string };
    findings.count('events verified');
    if (body.title !== title) findings.fault(`Event ${id} returned ${reply.status} ${body.title} instead of ${title}.`);
  }
}

/** The service either reports that it cannot write, or serves reads. */
async function checkReadOnly(calendar: TrialCalendar, disk: string, findings: FindingsRecorder): Promise<void> {
  mount('-o', 'remount,ro', disk);
  try {
    const service = await calendar.start('--log-level', 'warn');
    await checkReads(service, findings);
    await service.stop('SIGTERM');
    findings.count('starts on a read-only disk that serve reads');
  } catch (error) {
    findings.count('starts on a read-only disk that fail with a clear error');
    if (!/cannot be opened for writing/i.test(String(error))) findings.fault(`A read-only disk: ${error}`);
  } finally {
    mount('-o', 'remount,rw', disk);
  }
}

async function checkDamages(
  calendar: TrialCalendar,
  acknowledged: Acknowledged,
  { damages, seed }: DiskOptions,
  findings: FindingsRecorder,
): Promise<void> {
  const random = createRandom(seed);
  const file = join(calendar.folder, 'calendar.sqlite');
  const intact = `${calendar.folder}-intact`;
  copyFileSync(file, intact);
  for (let damage = 1; damage <= damages; damage += 1) {
    copyFileSync(intact, file);
    for (const rest of ['-wal', '-shm']) rmSync(file + rest, { force: true });
    overwritePages(file, () => random.next());
    const found = await calendar.run('check');
    findings.count(
      found.code === 0 ? 'damages that kalends check does not find' : 'damages that kalends check reports',
    );
    await readDamaged(calendar, acknowledged, findings);
  }
}

const pageBytes = 4096;

/** Overwrites a tenth of the pages with noise. */
function overwritePages(file: string, next: () => number): void {
  const handle = openSync(file, 'r+');
  const pages = Math.floor(fstatSync(handle).size / pageBytes);
  for (let page = 0; page < pages; page += 1)
    if (next() < 0.1) {
      const noise = Buffer.from(Array.from({ length: pageBytes }, () => Math.floor(next() * 256)));
      writeSync(handle, noise, 0, pageBytes, page * pageBytes);
    }
  closeSync(handle);
}

/** Each event must be as it was acknowledged, or an error. */
async function readDamaged(
  calendar: TrialCalendar,
  acknowledged: Acknowledged,
  findings: FindingsRecorder,
): Promise<void> {
  let service: Service;
  try {
    service = await calendar.start('--log-level', 'fatal');
  } catch (error) {
    findings.count('damaged calendars that do not start');
    if (!/damaged|not a database|malformed|cannot be read/i.test(String(error)))
      findings.fault(`A damaged file: ${error}`);
    return;
  }
  for (const [id, title] of acknowledged) {
    const reply = await fetch(`${service.origin}/calendar/events/v1/events/${id}?_fields=title`).catch(() => undefined);
    // The service stops if it cannot continue.
    if (!reply) break;
    const body = (await reply.json()) as { title?: string; code?: string };
    findings.count(`reads of damaged calendars with ${reply.status}`);
    if (reply.status === 200 && body.title !== title)
      findings.fault(`Event ${id} of a damaged file is “${body.title}”.`);
    if (reply.status !== 200 && !body.code)
      findings.fault(`Event ${id} of a damaged file: ${reply.status} without a code.`);
  }
  await service.stop('SIGTERM');
}
