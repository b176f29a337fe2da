// Permissions by role, ownership and status, by id and by slug (contract: the permission tables, D13 to D19).
import { beforeAll, describe, expect, test } from 'vitest';
import { type Body, kinds, make, unique } from '../../support/field-table.ts';
import { someOf } from '../../support/runs.ts';
import { type Login, startTestApp, type TestApp } from '../../support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});

const viewers: (Login | null)[] = [null, 'sub', 'con', 'ann', 'ed', 'admin'];
const namedViewers = viewers.map((as) => [as ?? 'anonymous', as] as const);
const rank = (as: Login | null): number => viewers.indexOf(as);
const posts = ['events', 'venues', 'organizers'] as const;
const owners = ['con', 'ann', 'ed'] as const;
const statuses = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const;
type Status = (typeof statuses)[number];
type Post = (typeof posts)[number];

/** Used in turn. */
let turn = 0;

const authorOf = { con: 4, ann: 3, ed: 2 } as const;

/** The record in the trash was a draft. */
async function record(
  plural: Post,
  owner: (typeof owners)[number],
  status: Status,
): Promise<Body & { id: number; slug: string }> {
  const date = status === 'future' ? { date: '2027-09-01 10:00:00' } : {};
  const first = status === 'trash' ? 'draft' : status;
  const json = {
    ...kinds[plural].required(),
    description: unique('secretmarker'),
    author: authorOf[owner],
    status: first,
    ...date,
  };
  const made = await make(app, plural, json, 'admin');
  if (status !== 'trash') return made;
  const gone = await app.request<Body>({ as: 'admin', method: 'DELETE', path: `/${plural}/${made.id}` });
  return { ...made, slug: String(gone.body['slug']) };
}

/** The rules again, in their simplest form, as an oracle. */
const mayEdit = (as: Login | null, owner: string, status: Status): boolean => {
  if (rank(as) >= 4) return true;
  if (as === null || as !== owner) return false;
  return as === 'ann' || (as === 'con' && status !== 'publish' && status !== 'future');
};
const mayRead = (as: Login | null, owner: string, status: Status): boolean =>
  status === 'publish' || rank(as) >= 4 || (as === owner && (as === 'con' || as === 'ann'));

describe.each(posts)('Access to %s', (plural) => {
  const word = plural.slice(0, -1);
  describe.each(owners)('records of %s', (owner) => {
    const offset = posts.indexOf(plural) + owners.indexOf(owner);
    test.each(someOf(statuses, offset))('Access to a record with status %s follows the role', async (status) => {
      // Callers who may not edit share one record, which must not change.
      const untouched = await record(plural, owner, status);
      for (const as of viewers) {
        const { id, slug, description } = mayEdit(as, owner, status) ? await record(plural, owner, status) : untouched;
        const marker = String(description);
        for (const path of [`/${plural}/${id}`, `/${plural}/by-slug/${slug}`]) {
          const where = `${as} ${path} of ${owner}, ${status}`;
          const edits = mayEdit(as, owner, status);
          const read = await app.request<Body>({ as, path });
          const shown = mayRead(as, owner, status) && !(plural === 'events' && status === 'trash');
          expect(read.status, where).toBe(shown ? 200 : 403);
          if (!shown) {
            const code =
              plural === 'events' && status === 'trash' ? 'event-no-longer-available' : `${word}-not-accessible`;
            expect(read.body['code'], where).toBe(code);
            expect(JSON.stringify([read.body, read.headers]), where).not.toContain(marker.slice(3, -4));
          }
          if (plural === 'events' && status === 'trash')
            expect((await app.request({ as, path: `${path}?context=edit` })).status, where).toBe(edits ? 200 : 403);
          expect(read.headers['allow'], where).toBe(edits ? 'GET, DELETE, POST, PUT, PATCH' : 'GET');
          const method = (['POST', 'PUT', 'PATCH'] as const)[turn++ % 3];
          const update = { as, path, json: { description: 'Changed' }, ...(method ? { method } : {}) };
          const written = await app.request<Body>(update);
          expect(written.status, `${method} ${where}`).toBe(edits ? 200 : as === null ? 401 : 403);
          if (edits) expect(written.body['status'], where).toBe(status);
          else {
            expect(written.body['code'], where).toBe('rest_forbidden');
            const force = turn % 2 ? '?force=true' : '';
            const removed = await app.request<Body>({ as, method: 'DELETE', path: path + force });
            expect([removed.status, removed.body['code']], where).toEqual([as === null ? 401 : 403, 'rest_forbidden']);
          }
        }
      }
      const after = await app.request<Body>({ as: 'admin', path: `/${plural}/${untouched.id}?context=edit` });
      const { description } = untouched;
      expect(after.body).toMatchObject({ status, author: authorOf[owner], description });
    });

    test('A record is trashed, restored and deleted by those who may edit it', async () => {
      for (const as of viewers) {
        for (const by of someOf(['id', 'slug'], offset + rank(as))) {
          const status: Status = owner === 'con' ? 'draft' : 'publish';
          const { id, slug } = await record(plural, owner, status);
          const path = by === 'id' ? `/${plural}/${id}` : `/${plural}/by-slug/${slug}`;
          const send = (method: 'DELETE' | 'PATCH', more = '', json?: object) =>
            app.request<Body>({ as, method, path: path + more, ...(json ? { json } : {}) });
          if (!mayEdit(as, owner, status)) continue;
          expect(await send('DELETE')).toMatchObject({ status: 200, body: { id, status: 'trash' } });
          const byId = `/${plural}/${id}`;
          expect(await app.request({ as, method: 'DELETE', path: byId })).toMatchObject({
            status: 410,
            body: { code: `${word}-is-in-trash` },
          });
          const back = await app.request({ as, method: 'PATCH', path: byId, json: { status } });
          expect(back).toMatchObject({ status: 200, body: { status, slug } });
          expect(await send('DELETE', '?force=true')).toMatchObject({
            status: 200,
            body: { deleted: true, previous: { id } },
          });
          expect(await app.request({ as, path: byId })).toMatchObject({
            status: 404,
            body: { code: `rest-${word}-not-found` },
          });
        }
      }
    });
  });

  test.each(namedViewers)('A record is created as the role allows: %s', async (_, as) => {
    const expected: Record<string, string> = {
      '': 'publish',
      publish: 'publish',
      draft: 'draft',
      pending: 'pending',
      private: 'private',
    };
    if (as === 'con') Object.assign(expected, { '': 'draft', publish: 'pending' });
    for (const [sent, stored] of Object.entries(expected)) {
      const json = { ...kinds[plural].required(), status: sent };
      const reply = await app.request<Body>({ as, method: 'POST', path: `/${plural}`, json });
      if (rank(as) < 2) expect([reply.status, reply.body['code']]).toEqual([as ? 403 : 401, 'rest_forbidden']);
      else expect(reply).toMatchObject({ status: 201, body: { status: stored, author: 6 - rank(as) } });
    }
    const allow = (await app.request({ as, path: `/${plural}` })).headers['allow'];
    expect(allow).toBe(rank(as) < 2 ? 'GET' : 'GET, POST');
  });

  test.each(['con', 'ann'] as const)('%s cannot set another user as the author', async (as) => {
    const json = { ...kinds[plural].required(), author: 1 };
    expect(await app.request({ as, method: 'POST', path: `/${plural}`, json })).toMatchObject({
      status: 403,
      body: { code: 'rest_forbidden' },
    });
    const own = await make(app, plural, { ...kinds[plural].required(), status: 'draft' }, as);
    expect((await app.request({ as, method: 'PATCH', path: `/${plural}/${own.id}`, json: { author: 1 } })).status).toBe(
      403,
    );
    expect(
      await app.request({ as, method: 'PATCH', path: `/${plural}/${own.id}`, json: { author: own['author'] } }),
    ).toMatchObject({ status: 200 });
  });

  test('A contributor cannot publish by an update', async () => {
    const own = await make(app, plural, kinds[plural].required(), 'con');
    const reply = await app.request({
      as: 'con',
      method: 'PATCH',
      path: `/${plural}/${own.id}`,
      json: { status: 'publish' },
    });
    expect(reply).toMatchObject({ status: 200, body: { status: 'pending' } });
  });

  test('A published record in the trash is lost to its contributor, but not to an author', async () => {
    for (const [as, sees] of [
      ['con', false],
      ['ann', true],
    ] as const) {
      const { id } = await make(app, plural, { ...kinds[plural].required(), author: authorOf[as] }, 'admin');
      await app.request({ as: 'admin', method: 'DELETE', path: `/${plural}/${id}` });
      const read = await app.request<Body>({ as, path: `/${plural}/${id}?context=edit` });
      expect([read.status, read.headers['allow']], as).toEqual(
        sees ? [200, 'GET, DELETE, POST, PUT, PATCH'] : [403, 'GET'],
      );
      const list = await app.request<Body>({ as, path: `/${plural}?status=trash&per_page=100` });
      expect(
        (list.body[plural] as Body[]).some((one) => one['id'] === id),
        as,
      ).toBe(sees);
    }
  });

  test('Allow after a write by slug is about the record, which may have another slug now', async () => {
    const { slug } = await make(app, plural, kinds[plural].required(), 'con');
    const renamed = { method: 'PATCH', path: `/${plural}/by-slug/${slug}`, json: { slug: `${slug}-b` } } as const;
    const trashed = { method: 'DELETE', path: `/${plural}/by-slug/${slug}-b` } as const;
    for (const request of [renamed, trashed])
      expect(await app.request({ as: 'con', ...request })).toMatchObject({
        status: 200,
        headers: { allow: 'GET, DELETE, POST, PUT, PATCH' },
      });
  });

  test('A record created in the trash was never published, so its contributor may restore it', async () => {
    const json = { ...kinds[plural].required(), author: authorOf.con, status: 'trash' };
    const { id } = await make(app, plural, json, 'ed');
    const list = await app.request<Body>({ as: 'con', path: `/${plural}?status=trash&per_page=100` });
    expect((list.body[plural] as Body[]).map((one) => one['id'])).toContain(id);
    const back = { as: 'con', method: 'PATCH', path: `/${plural}/${id}`, json: { status: 'draft' } } as const;
    expect(await app.request(back)).toMatchObject({ status: 200, body: { status: 'draft' } });
  });

  test('A body cannot redirect a write to another record', async () => {
    const own = await make(app, plural, { ...kinds[plural].required(), status: 'draft' }, 'con');
    const other = await make(app, plural, { ...kinds[plural].required(), description: 'untouched' }, 'ed');
    const json = { id: other.id, slug: other.slug, description: 'mine' };
    for (const path of [`/${plural}/${own.id}`, `/${plural}/by-slug/${own.slug}`]) {
      const reply = await app.request<Body>({
        as: 'con',
        method: 'PUT',
        path: `${path}?id=${other.id}`,
        json: { ...json, slug: own.slug },
      });
      expect(reply).toMatchObject({ status: 200, body: { id: own.id } });
    }
    expect(
      (await app.request<Body>({ as: 'con', method: 'DELETE', path: `/${plural}/${other.id}?id=${own.id}` })).status,
    ).toBe(403);
    expect(await app.request({ as: 'con', method: 'PUT', path: `/${plural}/${own.id}`, json })).toMatchObject({
      status: 200,
      body: { slug: `${other.slug}-2` },
    });
    expect((await app.request<Body>({ path: `/${plural}/${other.id}?id=${own.id}` })).body).toMatchObject({
      id: other.id,
      description: '<p>untouched</p>',
    });
  });

  test('An unknown record is 404 for callers who may write, and 401 or 403 for others', async () => {
    for (const path of [`/${plural}/999999`, `/${plural}/by-slug/never-heard-of`]) {
      for (const method of ['PUT', 'DELETE'] as const) {
        const answers = [];
        for (const as of viewers) answers.push((await app.request({ as, method, path, json: {} })).status);
        expect(answers, `${method} ${path}`).toEqual([401, 403, 404, 404, 404, 404]);
      }
      expect(await app.request({ path })).toMatchObject({ status: 404, body: { code: `rest-${word}-not-found` } });
    }
  });
});

describe.each([
  ['categories', 'category', 3],
  ['tags', 'tag', 4],
] as const)('Access to %s', (plural, word, from) => {
  test.each(namedViewers)('A term is written as the role allows: %s', async (_, as) => {
    const may = rank(as) >= from;
    const refusal = as === null ? 401 : 403;
    const term = await make(app, plural, { name: unique('Term') }, 'admin');
    const path = `/${plural}/${term.id}`;
    expect((await app.request({ as, path: `/${plural}` })).headers['allow']).toBe(may ? 'GET, POST' : 'GET');
    expect((await app.request({ as, path })).headers['allow']).toBe(may ? 'GET, POST, PUT, PATCH, DELETE' : 'GET');
    const create = { as, method: 'POST', path: `/${plural}`, json: { name: unique('New') } } as const;
    expect((await app.request(create)).status).toBe(may ? 201 : refusal);
    for (const method of ['POST', 'PUT', 'PATCH'] as const)
      expect((await app.request({ as, method, path, json: { description: method } })).status).toBe(may ? 200 : refusal);
    expect((await app.request({ as, method: 'DELETE', path })).status).toBe(may ? 200 : refusal);
    expect((await app.request({ as, method: 'DELETE', path })).status).toBe(may ? 404 : refusal);
    expect((await app.request({ path })).status).toBe(may ? 404 : 200);
    if (may) expect((await app.request({ path })).body['code']).toBe(`rest-${word}-not-found`);
  });

  test.each(['con', 'ann', 'ed'] as const)('A term is created through an event as the role allows: %s', async (as) => {
    const name = unique('Inline');
    const json = { ...kinds.events.required(), status: 'draft', [plural]: [name] };
    const reply = await app.request<Body>({ as, method: 'POST', path: '/events', json });
    const may = rank(as) >= from;
    expect(reply.status).toBe(may ? 201 : 403);
    if (!may) expect(reply.body['code']).toBe('rest_forbidden');
    const { body } = await app.request({ path: `/${plural}?hide_empty=0&search=${encodeURIComponent(name)}` });
    expect(body['total']).toBe(may ? 1 : 0);
    const own = await make(app, 'events', { ...kinds.events.required(), status: 'draft' }, as);
    const update = { [plural]: [unique('Inline')], title: 'Changed title' };
    expect((await app.request({ as, method: 'PATCH', path: `/events/${own.id}`, json: update })).status).toBe(
      may ? 200 : 403,
    );
    const after = await app.request<Body>({ as, path: `/events/${own.id}` });
    expect(after.body['title'] === 'Changed title').toBe(may);
  });
});
