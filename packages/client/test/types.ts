// Checked by the compiler only: each line below a @ts-expect-error must be an error.
import { type Category, createClient, type Event, KalendsError, type ProtectedEvent, type Tag } from '../src/client.ts';

const client = createClient({ url: 'https://calendar.example/wp-json/calendar/events/v1', language: 'zh-hans' });
const times = { start_date: '2027-05-10 18:00', end_date: '2027-05-10 20:00' };

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(_: Same<A, B>): void => {};

export async function filters(): Promise<void> {
  await client.events.list({ starts_after: '2027-01-01', venue: [3], status: ['draft', 'any'], orderby: 'title' });
  // @ts-expect-error no such filter
  await client.events.list({ start_after: '2027-01-01' });
  // @ts-expect-error no such order
  await client.events.list({ orderby: 'color' });
  // @ts-expect-error no such status
  client.events.all({ status: ['gone'] });
  // @ts-expect-error a filter of another list
  await client.tags.list({ venue: [3] });
  // @ts-expect-error a filter of categories only
  client.tags.pages({ parent: 1 });
  // @ts-expect-error ids are numbers
  await client.events.get('5');
  // @ts-expect-error venues have no password
  await client.venues.get(5, { password: 'x' });
  // @ts-expect-error no such kind
  await client.changes({ types: ['color'] });
}

export async function bodies(): Promise<void> {
  await client.events.create({ title: 'A', ...times, categories: ['x', 3], venue: { venue: 'Hall' }, organizer: [4] });
  await client.events.update(1, { website: null });
  // @ts-expect-error required fields
  await client.events.create({ title: 'A' });
  // @ts-expect-error no such field
  await client.events.create({ title: 'A', ...times, notAField: 'B' });
  // @ts-expect-error a field that cannot be emptied
  await client.events.update(1, { start_date: null });
  // @ts-expect-error a number is not text
  await client.venues.update(1, { city: 5 });
  // @ts-expect-error tags have no parents
  await client.tags.create({ name: 'A', parent: 1 });
  // @ts-expect-error categories have no trash
  await client.categories.trash(1);
  // @ts-expect-error categories are not found by slug
  await client.categories.bySlug('a');
  // @ts-expect-error conditions apply to existing records
  await client.tags.create({ name: 'A' }, { ifMatch: '*' });
  // @ts-expect-error batches write
  await client.batch([{ method: 'GET', path: '/events' }]);
}

export async function replies(): Promise<void> {
  const page = await client.events.list();
  same<typeof page.events, (Event | ProtectedEvent)[]>(true);
  for await (const event of client.events.all()) same<typeof event, Event | ProtectedEvent>(true);
  for await (const term of client.categories.all()) same<typeof term, Category>(true);
  same<Awaited<ReturnType<typeof client.events.trash>>, Event>(true);
  same<Awaited<ReturnType<typeof client.tags.delete>>, Tag>(true);
  const gone = await client.venues.delete(1);
  same<typeof gone.deleted, true>(true);
  same<typeof gone.previous.id, number>(true);
  const { next_token } = await client.changes({ types: ['event'] });
  same<typeof next_token, string>(true);
  const { title } = await client.media.upload(new Blob([]));
  same<typeof title, string>(true);
  // @ts-expect-error no such member
  (await client.events.get(1)).notAField;
}

export const settings = (error: unknown): string => {
  // @ts-expect-error no such language
  createClient({ url: 'https://calendar.example', language: 'klingon' });
  // @ts-expect-error the URL is needed
  createClient({});
  return error instanceof KalendsError && error.code === 'rest_forbidden' ? error.message : '';
};
