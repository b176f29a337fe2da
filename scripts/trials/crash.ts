// Kills the service repeatedly under writes: acknowledged writes survive, others are applied as a whole or not at all, a
// request repeated with its idempotency key creates no second record, and webhooks announce every acknowledged write.
import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '../../src/demo/random.ts';
import type { Service } from '../service.ts';
import type { TrialCalendar } from './calendar.ts';
import { createFindings, type Findings, type FindingsRecorder } from './findings.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { always, createWriter, type Writer } from './writer.ts';

export interface CrashOptions {
  kills: number;
  writers: number;
  seed: number;
  /** Worker processes. */
  workers: number;
  print(text: string): void;
}

export async function crashTrial(calendar: TrialCalendar, trial: CrashOptions): Promise<Findings> {
  const { kills, seed, print } = trial;
  const random = createRandom(seed);
  const findings = createFindings();
  const receiver = await startReceiver();
  const settings = ['--log-level', 'warn', '--workers', String(trial.workers), '--webhook-allow', receiver.host];
  const start = () => calendar.start(...settings);
  let service = await start();
  const authorization = await calendar.addUser('writer', 'administrator');
  const options = ['--types', 'event.*', '--webhook-allow', receiver.host];
  const added = await calendar.run('webhook', 'add', `http://${receiver.host}/`, ...options);
  if (added.code !== 0) throw new Error(added.text);
  const writers = Array.from({ length: trial.writers }, (_, number) =>
    createWriter({ number, random: createRandom(seed * 1000 + number), authorization, findings }),
  );
  for (let kill = 1; kill <= kills; kill += 1) {
    await writeUntilKilled(service, writers, random.between(20, 700));
    findings.count('kills');
    service = await start();
    await Promise.all(writers.map((writer) => writer.resolvePending(service.origin)));
    if (kill % 20 === 0) print(`${kill} kills, ${findings.figures['acknowledged writes']} acknowledged writes`);
  }
  for (const writer of writers) await writer.verifyAll(service.origin);
  await checkTotal(service, writers, findings);
  await checkWebhooks(receiver, writers, findings);
  await service.stop('SIGTERM');
  receiver.close();
  const { code, text } = await calendar.run('check');
  if (code !== 0) findings.fault(`kalends check found: ${text}`);
  return findings;
}

async function writeUntilKilled(service: Service, writers: readonly Writer[], afterMs: number): Promise<void> {
  let hasEnded = false;
  const working = writers.map((writer) => writer.work(service.origin, () => hasEnded));
  await sleep(afterMs);
  await service.stop('SIGKILL');
  hasEnded = true;
  await Promise.all(working);
}

/** Deliveries that a killed process had claimed are sent again after thirty seconds. */
const maxSilenceMs = 60_000;

async function checkWebhooks(
  receiver: Receiver,
  writers: readonly Writer[],
  findings: FindingsRecorder,
): Promise<void> {
  const expected = writers.flatMap((writer) => writer.announced());
  await receiver.waitFor(expected, maxSilenceMs);
  findings.count('webhooks received', receiver.received.size);
  for (const message of expected)
    if (!receiver.received.has(message)) findings.fault(`No webhook announced ${message}.`);
}

/** The total of a list equals the number of events that the writers published. */
async function checkTotal(service: Service, writers: readonly Writer[], findings: FindingsRecorder) {
  const reply = await fetch(`${service.origin}/calendar/events/v1/events?${new URLSearchParams(always)}`);
  const { total } = (await reply.json()) as { total: number };
  const published = writers.reduce((sum, writer) => sum + writer.published(), 0);
  if (total !== published) findings.fault(`The list has a total of ${total} instead of ${published} events.`);
}
