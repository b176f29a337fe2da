// A process dies during requests with an Idempotency-Key; after retries each has been executed exactly once.
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/run-cli.ts';
import { startService } from '../../support/running-service.ts';
import { openCalendarOf } from '../../support/test-store.ts';

const rounds = 3;
const claimSeconds = 60;

/** Ages the claims of the killed process by a minute. */
async function ageClaims(folder: string): Promise<number> {
  const store = await openCalendarOf(folder);
  const { numUpdatedRows } = await store.write((db) =>
    db
      .updateTable('idempotency_keys')
      .set((eb) => ({ created_at: eb('created_at', '-', claimSeconds) }))
      .where('status', 'is', null)
      .executeTakeFirst(),
  );
  await store.close();
  return Number(numUpdatedRows);
}

test('A retry after a crash creates only one record', { timeout: 60_000 }, async () => {
  const folder = temporaryFolder();
  const start = () => startService(['--synchronous', 'off', '--log-level', 'warn'], { folder });
  let service = await start();
  const password = (await service.event('first-administrator'))['application_password'] as string;
  const create = async (key: string) => {
    const reply = await fetch(`${service.origin}/wp-json/calendar/events/v1/events`, {
      method: 'POST',
      headers: { authorization: `Bearer ${password}`, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({
        title: `Night ${key}`,
        start_date: '2100-01-01',
        end_date: '2100-01-02',
        tags: ['night'],
      }),
    });
    return { status: reply.status, id: ((await reply.json()) as { id: number }).id };
  };

  const keys: string[] = [];
  const heard = new Map<string, number>();
  for (let round = 0; round < rounds; round++) {
    let isUp = true;
    const work = async (client: number) => {
      for (let n = 0; isUp; n++) {
        const key = `${round}-${client}-${n}`;
        keys.push(key);
        const { status, id } = await create(key).catch(() => ({ status: 0, id: 0 }));
        if (status === 201) heard.set(key, id);
        else isUp = false;
      }
    };
    const clients = Promise.all(Array.from({ length: 8 }, (_, client) => work(client)));
    await new Promise((resolve) => setTimeout(resolve, 250 + round * 70));
    await service.stop('SIGKILL');
    await clients;
    await ageClaims(folder);
    service = await start();
  }

  const ids = new Set<number>();
  for (const key of keys) {
    const { status, id } = await create(key);
    expect(status).toBe(201);
    expect(heard.get(key) ?? id).toBe(id);
    ids.add(id);
  }
  expect(ids.size).toBe(keys.length);
  const list = await fetch(
    `${service.origin}/wp-json/calendar/events/v1/events?start_date=2099-01-01&end_date=2101-01-01`,
  );
  expect(await list.json()).toMatchObject({ total: keys.length });
  expect(heard.size).toBeLessThan(keys.length);
});
