// Writers at work while the service is killed with SIGKILL, again and again: what was acknowledged is there afterwards,
// what was not is there whole or not at all, and a request repeated with its key makes no second record.
import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '../../src/demo/random.ts';
import type { Service, TrialCalendar } from './calendar.ts';
import { createFindings, type Findings } from './findings.ts';
import { always, createWriter, type Writer } from './writer.ts';

export interface CrashOptions {
  kills: number;
  writers: number;
  seed: number;
  /** Processes of the service. */
  workers: number;
  say(text: string): void;
}

export async function crashTrial(calendar: TrialCalendar, options: CrashOptions): Promise<Findings> {
  const { kills, seed, say } = options;
  const random = createRandom(seed);
  const findings = createFindings();
  const start = () => calendar.start('--log-level', 'warn', '--workers', String(options.workers));
  let service = await start();
  const authorization = await calendar.addUser('writer', 'administrator');
  const writers = Array.from({ length: options.writers }, (_, number) =>
    createWriter({ number, random: createRandom(seed * 1000 + number), authorization, findings }),
  );
  for (let kill = 1; kill <= kills; kill += 1) {
    await writeUntilKilled(service, writers, random.between(20, 700));
    findings.count('kills');
    service = await start();
    await Promise.all(writers.map((writer) => writer.settle(service.origin)));
    if (kill % 20 === 0) say(`${kill} kills, ${findings.figures['acknowledged writes']} acknowledged writes`);
  }
  for (const writer of writers) await writer.verifyAll(service.origin);
  await checkTotal(service, writers, findings);
  await service.stop('SIGTERM');
  const { code, text } = await calendar.run('check');
  if (code !== 0) findings.fault(`kalends check found: ${text}`);
  return findings;
}

async function writeUntilKilled(service: Service, writers: readonly Writer[], afterMs: number): Promise<void> {
  let isOver = false;
  const working = writers.map((writer) => writer.work(service.origin, () => isOver));
  await sleep(afterMs);
  await service.stop('SIGKILL');
  isOver = true;
  await Promise.all(working);
}

/** No list counts a record that no writer knows. */
async function checkTotal(
  service: Service,
  writers: readonly Writer[],
  findings: Findings & { fault(s: string): void },
) {
  const reply = await fetch(`${service.origin}/calendar/events/v1/events?${new URLSearchParams(always)}`);
  const { total } = (await reply.json()) as { total: number };
  const published = writers.reduce((sum, writer) => sum + writer.published(), 0);
  if (total !== published) findings.fault(`The list counts ${total} events where ${published} are published.`);
}
