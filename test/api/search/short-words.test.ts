// Searches for one or two letters, as most words in Chinese and Japanese are, and for text without three letters in a row, find
// what a scan of all texts would find.
import { beforeAll, describe, expect, test } from 'vitest';
import { foldText } from '../../../src/core/text/fold.ts';
import { make } from '../../support/field-table.ts';
import { runs, seedOf } from '../../support/runs.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

const dates = { start_date: '2027-05-01 10:00:00', end_date: '2027-05-01 12:00:00' };
const texts = [
  ['東京 音楽祭', '茶会と能'],
  ['京都の東', 'お茶'],
  ['音と楽', '3月の祭り'],
  ['北京音乐会', '京'],
  ['DJ at 5k run', 'C++ & C#'],
  ['Adjust d j', 'a-b c+ +'],
  ['🎭 Theatre 🎭', 'кафе и чай'],
  ['Чай', 'Ä ö'],
  ['100% _ \\ " \'s', "rock 'n' roll"],
  ['x', 'y'],
  ['안녕 공연', 'サ-カス がく'],
  ['かく', 'ガ'],
] as const;

const foldedTexts = texts.map(([title, body]) => [foldText(title), foldText(body)] as const);

/** All substrings of one or two letters of the texts, and some that are longer or in none. */
const terms = [
  ...new Set(
    [...foldedTexts.flat(), 'qz東🎫'].flatMap((text) => {
      const letters = [...text];
      return letters.flatMap((letter, at) => [letter, letter + (letters[at + 1] ?? '')]);
    }),
  ),
  'c++',
  '+ +',
  "'n'",
  'a-b',
  'd j',
  '能 東',
].filter((term) => term === term.trim() && term !== '-' && !term.startsWith('-'));

const containing = (term: string, isIn = foldedTexts.map(() => true)): number[] =>
  foldedTexts.flatMap(([title, body], n) => (isIn[n] && (title.includes(term) || body.includes(term)) ? [n] : []));

/** Searches for a phrase; a quotation mark can be searched for only in a word. */
const query = (term: string): string => (term.includes('"') ? term : `"${term}"`);

describe.each(['all texts are indexed', 'some texts are not indexed yet'])(
  'Search for short words when %s',
  (state) => {
    let app: TestApp;
    let ids: number[];
    let venues: number[];

    beforeAll(async () => {
      app = await startTestApp({ settings: { cacheBytes: 0 } });
      ids = [];
      venues = [];
      for (const [title, description] of texts) {
        ids.push((await make(app, 'events', { title, description, ...dates })).id);
        venues.push((await make(app, 'venues', { venue: title, description })).id);
      }
      if (state === 'some texts are not indexed yet') return;
      for (let n = 0; n < 64; n++) await make(app, 'organizers', { organizer: 'w w' });
    }, 60_000);

    async function found(list: 'events' | 'venues', search: string): Promise<number[]> {
      const limits = list === 'events' ? { start_date: '2027-01-01' } : {};
      const reply = await app.request<Record<string, { id: number }[]>>({
        path: `/${list}`,
        query: { search, per_page: 50, ...limits },
      });
      expect(reply.status, JSON.stringify(reply.body)).toBe(200);
      const numbers = list === 'events' ? ids : venues;
      return (reply.body[list] ?? []).map(({ id }) => numbers.indexOf(id)).sort((a, b) => a - b);
    }

    test('Events are found by short words', async () => {
      for (const term of terms.filter((one) => !one.includes('"')))
        expect(await found('events', query(term)), term).toEqual(containing(term));
    });

    test('Short words with a minus exclude events', async () => {
      for (const term of ['京', '東京', 'dj', 'j', 'c+', 'a-b'])
        expect(await found('events', `-"${term}"`), term).toEqual(
          texts.flatMap((_, n) => (containing(term).includes(n) ? [] : [n])),
        );
    });

    test('Events are found by several short words together', async () => {
      expect(await found('events', '京 東')).toEqual([0, 1]);
      expect(await found('events', '京 -東')).toEqual([3]);
      expect(await found('events', 'theatre 🎭')).toEqual([6]);
      expect(await found('events', '" y" "x "')).toEqual([9]);
    });

    test('Venues are found by short words', async () => {
      for (const term of ['京', '東京', 'dj', 'j', 'чай', '茶', '🎭', '공연', 'qz', '3月'])
        expect(await found('venues', term), term).toEqual(containing(term));
    });
  },
);

test('Only the title of a protected event is searched, before and after its texts are indexed', async () => {
  const app = await startTestApp({ settings: { cacheBytes: 0 } });
  const { id } = await make(app, 'events', { title: '東京', description: '茶 dj', password: 'sesame', ...dates });
  const open = await make(app, 'events', { title: '北', description: '茶 dj 東京', ...dates });
  const search = async (words: string) => {
    const reply = await app.request<{ events: { id: number }[] }>({ path: '/events', query: { search: words } });
    return reply.body.events.map((event) => event.id).sort((a, b) => a - b);
  };
  for (const state of ['waiting', 'indexed']) {
    expect(await search('東京'), state).toEqual([id, open.id]);
    expect(await search('茶'), state).toEqual([open.id]);
    expect(await search('-dj'), state).toEqual([id]);
    expect(await search('-東京'), state).toEqual([]);
    for (let n = 0; n < 64; n++) await make(app, 'organizers', { organizer: 'w w' });
  }
});

test('Texts are found as they are now, and no longer as they were', async () => {
  const app = await startTestApp({ settings: { cacheBytes: 0 } });
  const words = ['東京', '京都', '大阪', 'dj', 'vj'];
  const titles = new Map<number, string>();
  const first = seedOf(0);
  for (let n = first; n < first + runs(150); n++) {
    const word = words[(n * 7) % words.length] as string;
    const some = [...titles.keys()][(n * 5) % 12];
    const title = `${word} ${n}`;
    if (some === undefined) titles.set((await make(app, 'events', { title, ...dates })).id, title);
    else if (n % 5 === 0) {
      await app.request({ as: 'admin', method: 'DELETE', path: `/events/${some}`, query: { force: 'true' } });
      titles.delete(some);
    } else {
      await app.request({ as: 'admin', method: 'PATCH', path: `/events/${some}`, json: { title } });
      titles.set(some, title);
    }
    if (n % 3 > 0) continue;
    for (const word of [...words, '京', 'j']) {
      const query = { search: word, per_page: 50 };
      const reply = await app.request<{ events: { id: number }[]; total: number }>({ path: '/events', query });
      const expected = [...titles].flatMap(([id, title]) => (title.includes(word) ? [id] : []));
      expect(
        reply.body.events.map(({ id }) => id).sort((a, b) => a - b),
        `${n} ${word}`,
      ).toEqual(expected.sort((a, b) => a - b));
      expect(reply.body.total).toBe(expected.length);
    }
  }
}, 60_000);
