// Which lists of upcoming events offer past ones.
import { expect, test } from 'vitest';
import { startTestApp } from '../support/test-app.ts';

test('A list of upcoming events leads to past ones only if some match its filters', async () => {
  const app = await startTestApp();
  const create = (json: object) => app.request({ as: 'admin', method: 'POST', path: '/events', json });
  const offersPast = async (search: string) => {
    const { body } = await app.request<string>({ path: `http://calendar.example/events/${search}` });
    return body.includes('href="/events/past/');
  };
  expect(await offersPast('')).toBe(false);
  await create({ title: 'Opera', start_date: '2027-05-10 19:30', end_date: '2027-05-10 21:00' });
  expect(await offersPast('')).toBe(false);
  await create({ title: 'Jazz', start_date: '2027-02-10 19:30', end_date: '2027-02-10 21:00' });
  expect(await offersPast('')).toBe(true);
  expect(await offersPast('?search=jazz')).toBe(true);
  expect(await offersPast('?search=rock')).toBe(false);
  await create({ title: 'Rock', start_date: '2027-05-10 19:30', end_date: '2027-05-10 21:00' });
  expect(await offersPast('?search=rock&from=2028-01-01')).toBe(false);
  expect(await offersPast('?search=jazz&from=2028-01-01')).toBe(true);
  await create({ title: 'Rock', start_date: '2027-02-11 19:30', end_date: '2027-02-11 21:00' });
  expect(await offersPast('?search=rock&from=2028-01-01')).toBe(true);
});
