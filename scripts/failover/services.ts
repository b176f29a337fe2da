// Processes of the service on one database, and writers that repeat each event until it is acknowledged.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Service as ServiceProcess, sendCall, startService as startProcess } from '../service.ts';

export const eventsPath = '/calendar/events/v1/events';

export interface Service extends ServiceProcess {
  /** URL of its events. */
  events: string;
  folder: string;
  /** Of the first administrator, if this process created one. */
  password: string | undefined;
}

export async function startService(environment: Readonly<Record<string, string>>): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), 'kalends-failover-data-'));
  const service = await startProcess(['--data', folder], { ...process.env, ...environment });
  const first = service.log.find(({ event }) => event === 'first-administrator');
  const password = first && String(first['application_password']);
  return { ...service, events: service.origin + eventsPath, folder, password };
}

/** Its log lines of level warn and above. */
export const warningsOf = ({ log }: Service): string[] =>
  log.filter(({ level }) => level !== 'info').map((line) => [line['msg'], line['reason']].filter(Boolean).join(': '));

export interface Acknowledged {
  id: number;
  title: string;
  at: number;
}

/** Each writer repeats an event with its idempotency key until it is created, using the processes in turn. */
export function startLoad(services: readonly Service[], authorization: string, writers: number) {
  let isOver = false;
  let turn = 0;
  let count = 0;
  const load = {
    acknowledged: [] as Acknowledged[],
    /** Responses that created nothing, by status; `none` without a response. */
    refusals: new Map<string, number>(),
    /** Responses of 503 without `Retry-After`. */
    withoutRetryAfter: 0,
  };

  async function attempt(title: string, key: string): Promise<Acknowledged | undefined> {
    turn += 1;
    const json = { title, start_date: '2030-01-01 10:00:00', end_date: '2030-01-01 12:00:00' };
    const call = { method: 'POST', path: eventsPath, authorization, json, headers: { 'idempotency-key': key } };
    try {
      const reply = await sendCall(services[turn % services.length] as Service, call);
      const body = (await reply.json()) as { id: number };
      if (reply.status === 201) return { id: body.id, title, at: performance.now() };
      if (reply.status === 503 && !reply.headers.has('retry-after')) load.withoutRetryAfter += 1;
      refuse(String(reply.status));
    } catch {
      refuse('none');
    }
    return undefined;
  }

  const refuse = (status: string): void => void load.refusals.set(status, (load.refusals.get(status) ?? 0) + 1);

  async function write(): Promise<void> {
    while (!isOver) {
      count += 1;
      const title = `Event ${count}`;
      const key = `failover-trial-${count}`;
      for (;;) {
        const done = await attempt(title, key);
        if (done) {
          load.acknowledged.push(done);
          break;
        }
        await sleep(100);
      }
    }
  }

  const running = Array.from({ length: writers }, write);
  return Object.assign(load, {
    /** Resolves when the pending events are created. */
    async stop() {
      isOver = true;
      await Promise.all(running);
    },
  });
}
