// One writer of the crash trial: knows of each of its events what was acknowledged and what was under way.
import type { Random } from '../../src/demo/random.ts';
import type { FindingsSoFar } from './findings.ts';

/** What a reader can see of an event; `undefined` where it is deleted. */
type State = { title: string; status: 'publish' | 'trash' } | undefined;

/** A request that may or may not have been carried out: either state is right until the next read says which. */
interface UnderWay {
  id: number;
  before: State;
  after: State;
}

export interface Writer {
  /** Writes one thing after the other until the service is gone or the work is over. */
  work(origin: string, isOver: () => boolean): Promise<void>;
  /** After a restart: looks at what was under way, and repeats a creation with its key. */
  settle(origin: string): Promise<void>;
  verifyAll(origin: string): Promise<void>;
  published(): number;
  /** `event.created 5`: what webhooks must have said of the writes that are there. */
  announced(): string[];
}

export interface WriterOptions {
  number: number;
  random: Random;
  authorization: string;
  findings: FindingsSoFar;
}

const claimSeconds = 60;
/** Without these a list begins today and ends in two years. */
export const always = { start_date: '2000-01-01', end_date: '2100-01-01' };

export function createWriter({ number, random, authorization, findings }: WriterOptions): Writer {
  const known = new Map<number, State>();
  let count = 0;
  let underWay: UnderWay | undefined;
  let creation: { title: string; key: string } | undefined;

  const send = (origin: string, method: string, path: string, json?: object, headers = {}) =>
    fetch(`${origin}/calendar/events/v1${path}`, {
      method,
      headers: { authorization, ...(json ? { 'content-type': 'application/json' } : {}), ...headers },
      ...(json ? { body: JSON.stringify(json) } : {}),
      signal: AbortSignal.timeout(20_000),
    });

  const create = (origin: string, { title, key }: { title: string; key: string }) =>
    send(
      origin,
      'POST',
      '/events',
      { title, start_date: '2030-01-01 10:00', end_date: '2030-01-01 12:00', tags: [`writer ${number}`] },
      { 'idempotency-key': key },
    );

  function acknowledge(id: number, state: State): void {
    known.set(id, state);
    findings.count('acknowledged writes');
  }

  async function createOne(origin: string): Promise<void> {
    count += 1;
    creation = { title: `Event ${number}-${count}`, key: `crash-${number}-${count}` };
    const reply = await create(origin, creation);
    const { id } = (await reply.json()) as { id: number };
    if (reply.status !== 201) return findings.fault(`A creation was answered with ${reply.status}.`);
    acknowledge(id, { title: creation.title, status: 'publish' });
    creation = undefined;
  }

  async function changeOne(origin: string): Promise<void> {
    const living = [...known].flatMap(([id, state]) => (state ? [{ id, state }] : []));
    if (living.length === 0) return createOne(origin);
    const { id, state } = random.pick(living);
    const { method, path, json, after } = changeOf(id, state);
    underWay = { id, before: state, after };
    const reply = await send(origin, method, path, json);
    await reply.text();
    if (reply.status !== 200) findings.fault(`${method} ${path} was answered with ${reply.status}.`);
    else acknowledge(id, after);
    underWay = undefined;
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
    if (reply.status !== 200) findings.fault(`Event ${id} was answered with ${reply.status}.`);
    return { title: body.title, status: body.status };
  }

  const isSame = (one: State, other: State): boolean => JSON.stringify(one) === JSON.stringify(other);

  async function settleCreation(origin: string): Promise<void> {
    if (!creation) return;
    const reply = await repeat(origin, creation);
    const { id } = (await reply.json()) as { id: number };
    if (reply.status !== 201) findings.fault(`A repeated creation was answered with ${reply.status}.`);
    const query = new URLSearchParams({ ...always, per_page: '100', search: creation.title });
    const found = await send(origin, 'GET', `/events?${query}`);
    const { events } = (await found.json()) as { events: { id: number; title: string }[] };
    const same = events.filter(({ title }) => title === creation?.title);
    if (same.length !== 1) findings.fault(`“${creation.title}” is there ${same.length} times.`);
    acknowledge(id, { title: creation.title, status: 'publish' });
    creation = undefined;
  }

  /** The key of a request that died with its process is free again after a minute, and until then says so. */
  async function repeat(origin: string, what: { title: string; key: string }): Promise<Response> {
    const reply = await create(origin, what);
    if (reply.status !== 409) return reply;
    await reply.text();
    const wait = Number(reply.headers.get('retry-after'));
    if (!(wait > 0 && wait <= claimSeconds)) findings.fault(`A key in use is said to be free after ${wait} seconds.`);
    // Waiting a minute for each kill would make the trial a day long: another key, where the first left nothing behind.
    findings.count('keys still in use');
    return create(origin, { ...what, key: `${what.key}-again` });
  }

  return {
    async work(origin, isOver) {
      while (!isOver()) {
        try {
          await (random.next() < 0.4 ? createOne(origin) : changeOne(origin));
        } catch (error) {
          if (!(error instanceof TypeError)) throw error; // fetch: the connection has ended
          return;
        }
      }
    },
    async settle(origin) {
      if (underWay) {
        const { id, before, after } = underWay;
        const now = await stateOf(origin, id);
        if (!isSame(now, before) && !isSame(now, after))
          findings.fault(`Event ${id} is ${JSON.stringify(now)}, neither as before nor as after the write under way.`);
        findings.count(isSame(now, after) ? 'writes under way that were kept' : 'writes under way that left nothing');
        known.set(id, now);
        underWay = undefined;
      }
      await settleCreation(origin);
    },
    async verifyAll(origin) {
      for (const [id, state] of known) {
        const now = await stateOf(origin, id);
        findings.count('events verified');
        if (!isSame(now, state))
          findings.fault(`Event ${id} is ${JSON.stringify(now)}, acknowledged was ${JSON.stringify(state)}.`);
      }
    },
    announced: () =>
      [...known].flatMap(([id, state]) => [`event.created ${id}`, ...(state ? [] : [`event.deleted ${id}`])]),
    published: () => [...known.values()].filter((state) => state?.status === 'publish').length,
  };
}
