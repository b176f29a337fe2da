// A writer of the crash trial: records the acknowledged state of each of its events, and its pending request.
import type { Random } from '../../src/demo/random.ts';
import { sendCall } from '../service.ts';
import type { FindingsRecorder } from './findings.ts';

/** The visible state of an event; `undefined` once deleted. */
type State = { title: string; status: 'publish' | 'trash' } | undefined;

/** A request whose outcome is unknown: either state is right. */
interface Pending {
  id: number;
  before: State;
  after: State;
}

export type Writer = ReturnType<typeof createWriter>;

export interface WriterOptions {
  number: number;
  random: Random;
  authorization: string;
  findings: FindingsRecorder;
}

const claimSeconds = 60;
/** By default a list covers two years from today. */
export const always = { start_date: '2000-01-01', end_date: '2100-01-01' };

export function createWriter({ number, random, authorization, findings }: WriterOptions) {
  const states = new Map<number, State>();
  let count = 0;
  let pending: Pending | undefined;
  let creation: { title: string; key: string } | undefined;

  const send = (origin: string, method: string, path: string, json?: object, headers = {}) =>
    sendCall({ origin }, { method, path: `/calendar/events/v1${path}`, json, authorization, headers });

  const create = (origin: string, { title, key }: { title: string; key: string }) =>
    send(
      origin,
      'POST',
      '/events',
      { title, start_date: '2030-01-01 10:00', end_date: '2030-01-01 12:00', tags: [`writer ${number}`] },
      { 'idempotency-key': key },
    );

  function acknowledge(id: number, state: State): void {
    states.set(id, state);
    findings.count('acknowledged writes');
  }

  async function createOne(origin: string): Promise<void> {
    count += 1;
    creation = { title: `Event ${number}-${count}`, key: `crash-${number}-${count}` };
    const reply = await create(origin, creation);
    const { id } = (await reply.json()) as { id: number };
    if (reply.status !== 201) return findings.fault(`A creation returned ${reply.status}.`);
    acknowledge(id, { title: creation.title, status: 'publish' });
    creation = undefined;
  }

  async function changeOne(origin: string): Promise<void> {
    const living = [...states].flatMap(([id, state]) => (state ? [{ id, state }] : []));
    if (living.length === 0) return createOne(origin);
    const { id, state } = random.pick(living);
    const { method, path, json, after } = changeOf(id, state);
    pending = { id, before: state, after };
    const reply = await send(origin, method, path, json);
    await reply.text();
    if (reply.status !== 200) findings.fault(`${method} ${path} returned ${reply.status}.`);
    else acknowledge(id, after);
    pending = undefined;
  }

  function changeOf(id: number, state: NonNullable<State>) {
    const path = `/events/${id}`;
    if (state.status === 'trash')
      return random.next() < 0.5
        ? { method: 'DELETE', path: `${path}?force=true`, after: undefined }
        : { method: 'PATCH', path, json: { status: 'publish' }, after: { ...state, status: 'publish' as const } };
    if (random.next() < 0.25) return { method: 'DELETE', path, after: { ...state, status: 'trash' as const } };
    count += 1;
    const title = `Event ${number}-${count}`;
    return { method: 'PATCH', path, json: { title }, after: { ...state, title } };
  }

  async function stateOf(origin: string, id: number): Promise<State> {
    const reply = await send(origin, 'GET', `/events/${id}?context=edit`);
    const body = (await reply.json()) as { title: string; status: 'publish' | 'trash' };
    if (reply.status === 404) return undefined;
    if (reply.status !== 200) findings.fault(`Event ${id} returned ${reply.status}.`);
    return { title: body.title, status: body.status };
  }

  const isSame = (one: State, other: State): boolean => JSON.stringify(one) === JSON.stringify(other);

  async function resolveCreation(origin: string): Promise<void> {
    if (!creation) return;
    const reply = await repeat(origin, creation);
    const { id } = (await reply.json()) as { id: number };
    if (reply.status !== 201) findings.fault(`A repeated creation returned ${reply.status}.`);
    const query = new URLSearchParams({ ...always, per_page: '100', search: creation.title });
    const found = await send(origin, 'GET', `/events?${query}`);
    const { events } = (await found.json()) as { events: { id: number; title: string }[] };
    const same = events.filter(({ title }) => title === creation?.title);
    if (same.length !== 1) findings.fault(`“${creation.title}” exists ${same.length} times.`);
    acknowledge(id, { title: creation.title, status: 'publish' });
    creation = undefined;
  }

  /** The key of a killed request stays claimed for a minute, and the response gives the remaining time. */
  async function repeat(origin: string, what: { title: string; key: string }): Promise<Response> {
    const reply = await create(origin, what);
    if (reply.status !== 409) return reply;
    await reply.text();
    const wait = Number(reply.headers.get('retry-after'));
    if (!(wait > 0 && wait <= claimSeconds)) findings.fault(`Retry-After of a claimed key is ${wait} seconds.`);
    // Uses another key instead of waiting, which would take a minute per kill.
    findings.count('keys still claimed');
    return create(origin, { ...what, key: `${what.key}-again` });
  }

  return {
    /** Writes until the service is killed or `hasEnded`. */
    async work(origin: string, hasEnded: () => boolean) {
      while (!hasEnded()) {
        try {
          await (random.next() < 0.4 ? createOne(origin) : changeOne(origin));
        } catch (error) {
          // fetch: the connection has ended.
          if (!(error instanceof TypeError)) throw error;
          return;
        }
      }
    },
    /** After a restart: reads the outcome of the pending change, and repeats a creation with its key. */
    async resolvePending(origin: string) {
      if (pending) {
        const { id, before, after } = pending;
        const now = await stateOf(origin, id);
        if (!isSame(now, before) && !isSame(now, after))
          findings.fault(`Event ${id} is ${JSON.stringify(now)}, neither as before nor as after the pending write.`);
        findings.count(isSame(now, after) ? 'pending writes that were applied' : 'pending writes that left nothing');
        states.set(id, now);
        pending = undefined;
      }
      await resolveCreation(origin);
    },
    async verifyAll(origin: string) {
      for (const [id, state] of states) {
        const now = await stateOf(origin, id);
        findings.count('events verified');
        if (!isSame(now, state))
          findings.fault(`Event ${id} is ${JSON.stringify(now)}, instead of ${JSON.stringify(state)}.`);
      }
    },
    /** `event.created 5`: the messages that webhooks must have sent. */
    announced: () =>
      [...states].flatMap(([id, state]) => [`event.created ${id}`, ...(state ? [] : [`event.deleted ${id}`])]),
    published: () => [...states.values()].filter((state) => state?.status === 'publish').length,
  };
}
