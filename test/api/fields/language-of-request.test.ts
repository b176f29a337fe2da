// How a request names its language, and languages that there are not (D57).
import { beforeAll, describe, expect, test } from 'vitest';
import { type Body, behind, expectInvalid, kinds } from '../../support/field-table.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});

const get = (path: string) => app.request<Body>({ path });

describe('an unknown language', () => {
  test.each(['xx', 'english', 'fr-fr', 'pt', 'zh', '0', 'en,fr', 'fr%00'])(
    'The language code %s is refused',
    async (code) => {
      for (const { plural } of Object.values(kinds)) {
        expectInvalid(await get(`/${plural}?i18n_language=${code}`), ['i18n_language'], code);
        const json = { ...kinds[plural].required(), i18n_language: decodeURIComponent(code) };
        expectInvalid(
          await app.request<Body>({ as: 'ed', method: 'POST', path: `/${plural}`, json }),
          ['i18n_language'],
          code,
        );
        if (/[,%]/.test(code)) continue;
        expect(await get(behind(code, `/${plural}`))).toMatchObject({ status: 404, body: { code: 'rest_no_route' } });
      }
    },
  );
  test('A language segment in capital letters is the same', async () => {
    expect(await get(behind('FR', '/events'))).toMatchObject({ status: 200, headers: { 'content-language': 'fr' } });
    expect(await get(behind('pt-BR', '/events'))).toMatchObject({
      status: 200,
      headers: { 'content-language': 'pt-br' },
    });
  });
});

test('A language in the body takes precedence over query and segment', async () => {
  const json = { ...kinds.events.required(), i18n_language: 'es' };
  const reply = await app.request<Body>({
    as: 'ed',
    method: 'POST',
    path: `${behind('fr', '/events')}?i18n_language=de`,
    json,
  });
  expect(reply).toMatchObject({ status: 201, headers: { 'content-language': 'es' }, body: { language: 'es' } });
  const form = { title: 'F', start_date: '2027-06-01', end_date: '2027-06-02', i18n_language: 'bg' };
  expect(await app.request({ as: 'ed', method: 'POST', path: '/events', form })).toMatchObject({
    body: { language: 'bg' },
  });
});

test('A 401 is in the language of the path segment or the query', async () => {
  const english = await app.request<Body>({ method: 'POST', path: '/events', json: {} });
  for (const path of [behind('fr', '/events'), '/events?i18n_language=fr']) {
    const reply = await app.request<Body>({ method: 'POST', path, json: {} });
    expect(reply).toMatchObject({ status: 401, headers: { 'content-language': 'fr' } });
    expect(reply.body['message']).not.toBe(english.body['message']);
  }
});
