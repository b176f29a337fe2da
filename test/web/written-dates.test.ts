// Dates on pages, as native speakers of each language write them.
import { expect, test } from 'vitest';
import { startTestApp } from '../support/test-app.ts';

const app = await startTestApp();

const textOf = async (path: string) =>
  (await app.request<string>({ path: `http://calendar.example${path}` })).body.replace(/<[^>]*>/g, '');

test.each([
  ['fr', 'du lundi 10 mai 2027 au mercredi 12 mai 2027'],
  ['es', 'del lunes 10 de mayo de 2027 al miércoles 12 de mayo de 2027'],
  ['ja', '2027年5月10日(月) ～2027年5月12日(水)'],
] as const)('Days of a long event are a range in the words of its page (%s)', async (language, expected) => {
  const json = { title: `Fair ${language}`, all_day: true, start_date: '2027-05-10', end_date: '2027-05-12' };
  await app.request({ as: 'admin', method: 'POST', path: '/events', json });
  expect(await textOf(`/${language}/event/fair-${language}/`)).toContain(expected);
});

test.each([
  ['fr', '9\u202fh – 10\u202fh\u202f05'],
  ['pt-br', '9h – 10h05'],
] as const)('Hours before ten have one digit on pages (%s)', async (language, expected) => {
  const json = { title: `Yoga ${language}`, start_date: '2027-05-10 09:00', end_date: '2027-05-10 10:05' };
  await app.request({ as: 'admin', method: 'POST', path: '/events', json });
  expect(await textOf(`/${language}/event/yoga-${language}/`)).toContain(expected);
});

test('Headings begin with a capital in languages whose months and weekdays have none', async () => {
  await app.request({
    as: 'admin',
    method: 'POST',
    path: '/events',
    json: { title: 'Gala', start_date: '2027-06-08' },
  });
  expect(await textOf('/fr/events/2027-06/')).toMatch(/^Juin 2027/m);
  expect(await textOf('/es/events/2027-06-08/')).toMatch(/^Martes 8 de junio de 2027/m);
});
