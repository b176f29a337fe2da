// When and where an event takes place, on its page.
import { expect, test } from 'vitest';
import { startTestApp } from '../support/test-app.ts';

const app = await startTestApp();

async function pageOf(json: object): Promise<string> {
  const times = { start_date: '2027-05-10 19:30', end_date: '2027-05-10 21:00' };
  const event = { as: 'admin', method: 'POST', path: '/events', json: { title: 'Gala', ...times, ...json } } as const;
  const { body } = await app.request<{ url: string }>(event);
  return (await app.request<string>({ path: body.url })).body;
}

test('A picture of another site is a link, on the pages of an event and its venue', async () => {
  const description = '<p><img src="https://old.example/stage.jpg" alt="The stage" /></p>';
  const link = '<p><a href="https://old.example/stage.jpg" rel="noopener">The stage</a></p>';
  expect(await pageOf({ description, venue: { venue: 'Barn', description } })).toContain(link);
  expect((await app.request<string>({ path: 'http://calendar.example/venue/barn/' })).body).toContain(link);
});

test('A zone that is an offset is named once', async () => {
  expect(await pageOf({ timezone: 'UTC+5:30' })).toContain('(UTC+5:30)');
});

test('Links to calendars have the address of an online event as its place', async () => {
  const html = await pageOf({ attendance_mode: 'online', online_url: 'https://meet.example/x' });
  expect(html).toContain('location&#61;https%3A%2F%2Fmeet.example%2Fx');
});
