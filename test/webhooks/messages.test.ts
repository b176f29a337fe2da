// Which messages a write causes, and what they contain.
import { beforeEach, describe, expect, test } from 'vitest';
import { png } from '../support/media/images.ts';
import { uploadRaw } from '../support/media/uploads.ts';
import { dates, startWebhookApp, type WebhookApp, waitOptions } from '../support/webhooks.ts';

let app: WebhookApp;
beforeEach(async () => {
  app = await startWebhookApp();
});

test('A message is signed according to Standard Webhooks, and identifies the record without its content', async () => {
  app.clock.set(new Date().toISOString());
  const { secret } = await app.subscribe({ types: ['event.created'] });
  app.send({ root: 'https://events.example/calendar/events/v1' });
  const id = await app.addEvent({ title: 'Hidden title', password: 'hidden-password', external_id: 'shop?id=7' });
  await app.expectReceived([`event.created ${id}`]);
  const [message] = app.receiver.messages;
  if (!message) throw new Error('no message');
  app.receiver.verify(message, secret);
  expect(() => app.receiver.verify({ ...message, text: message.text.replace('publish', 'draft') }, secret)).toThrow();
  expect(message).toMatchObject({
    type: 'event.created',
    timestamp: new Date(app.clock.now() * 1000).toISOString(),
    data: {
      kind: 'event',
      id,
      external_id: 'shop?id=7',
      status: 'publish',
      rest_url: `https://events.example/calendar/events/v1/events/${id}`,
    },
  });
  expect(message.headers).toMatchObject({
    'content-type': 'application/json',
    'webhook-id': expect.stringMatching(/^msg_/),
  });
  expect(message.text).not.toContain('idden');
});

describe('records', () => {
  test.each([
    ['event', '/events', { title: 'Gala', ...dates }, { title: 'Ball' }],
    ['venue', '/venues', { venue: 'Old Mill' }, { city: 'Lyon' }],
    ['organizer', '/organizers', { organizer: 'Society' }, { phone: '1' }],
  ])('A life of %s is reported from its creation to its deletion', async (kind, path, json, change) => {
    await app.subscribe();
    app.send();
    const { id } = await app.write('POST', path, { ...json, external_id: 'x-1', status: 'draft' });
    const item = `${path}/${id}`;
    await app.write('PATCH', item, change);
    await app.write('PATCH', item, { status: 'publish' });
    await app.write('DELETE', item);
    await app.write('PATCH', item, { status: 'publish' });
    await app.write('DELETE', `${item}?force=true`);
    const types = ['created', 'updated', 'updated', 'published', 'trashed', 'restored', 'published', 'deleted'];
    await app.expectReceived(types.map((type) => `${kind}.${type} ${id}`));
    expect(app.receiver.messages.map(({ data }) => [data.status, data.external_id])).toEqual([
      ...['draft', 'draft', 'publish', 'publish', 'trash', 'publish', 'publish', undefined].map((status) => [
        status,
        'x-1',
      ]),
    ]);
  });

  test.each([
    ['category', '/categories'],
    ['tag', '/tags'],
  ])('A %s is created, updated and deleted', async (kind, path) => {
    await app.subscribe();
    app.send();
    const { id } = await app.write('POST', path, { name: 'Music' });
    await app.write('PATCH', `${path}/${id}`, { description: 'Live' });
    await app.write('DELETE', `${path}/${id}`);
    await app.expectReceived(['created', 'updated', 'deleted'].map((type) => `${kind}.${type} ${id}`));
    expect(app.receiver.messages[0]?.data).not.toHaveProperty('status');
  });

  test('Messages report that an image is created, updated or deleted, and that the records that used it are updated', async () => {
    await app.subscribe();
    app.send();
    const file = await png({ width: 20, height: 20 });
    const { id } = (await uploadRaw(file, { app, as: 'admin' })).body;
    await app.write('PATCH', `/media/${id}`, { alt_text: 'A choir' });
    const event = await app.addEvent({ image: id });
    await app.write('DELETE', `/media/${id}?force=true`);
    const expected = [
      'media.created',
      'media.updated',
      'event.created',
      'event.published',
      'event.updated',
      'media.deleted',
    ];
    // Order is preserved per record.
    const received = async () => [...app.receiver.received()].sort();
    await expect
      .poll(received, waitOptions)
      .toEqual(expected.map((type) => `${type} ${type.startsWith('media') ? id : event}`).sort());
    expect(app.receiver.messages[0]?.data).toEqual({ kind: 'media', id, rest_url: `/calendar/events/v1/media/${id}` });
  });

  test('An image that is older than messages about images is reported as updated or deleted, not as created', async () => {
    const ids = [];
    for (const width of [20, 30]) ids.push((await uploadRaw(await png({ width, height: 20 }), { app })).body.id);
    await app.store.write((db) => db.deleteFrom('changes').where('kind', '=', 'media').execute());
    await app.subscribe();
    app.send();
    await app.write('PATCH', `/media/${ids[0]}`, { alt_text: 'A choir' });
    await app.write('DELETE', `/media/${ids[1]}`);
    await app.expectReceived([`media.updated ${ids[0]}`, `media.deleted ${ids[1]}`]);
  });

  test('The change feed does not contain images', async () => {
    const token = (await app.request<{ next_token: string }>({ path: '/changes' })).body.next_token;
    await uploadRaw(await png({ width: 20, height: 20 }), { app });
    const { body } = await app.request({ as: 'admin', path: `/changes?since=${token}` });
    expect(body).toMatchObject({ changes: [], has_more: false });
  });

  test('Records that are created together with an event are reported too, and a write that is rolled back is not', async () => {
    await app.subscribe({ types: ['*'] });
    app.send();
    const refused = await app.request({
      as: 'admin',
      method: 'POST',
      path: '/batch',
      json: {
        requests: [
          { method: 'POST', path: '/venues', body: { venue: 'Lost' } },
          { method: 'POST', path: '/venues', body: {} },
        ],
      },
    });
    expect(refused.status).toBe(400);
    await app.request({ as: 'admin', method: 'POST', path: '/venues?dry_run=true', json: { venue: 'Tried' } });
    const id = await app.addEvent({ venue: { venue: 'Old Mill' }, tags: ['open air'] });
    const event = await app.request<{ venue: { id: number }; tags: { id: number }[] }>({ path: `/events/${id}` });
    const { venue, tags } = event.body;
    const received = async () => [...app.receiver.received()].sort();
    await expect
      .poll(received, waitOptions)
      .toEqual(
        [
          `event.created ${id}`,
          `event.published ${id}`,
          `tag.created ${tags[0]?.id}`,
          `venue.created ${venue.id}`,
          `venue.published ${venue.id}`,
        ].sort(),
      );
  });
});

describe('scheduled records', () => {
  test('A scheduled event is reported as published when its time comes, without any write', async () => {
    await app.subscribe();
    app.send();
    const id = await app.addEvent({ date: '2027-03-02 12:00:00' });
    await app.expectReceived([`event.created ${id}`]);
    expect(app.receiver.messages[0]?.data.status).toBe('future');
    await app.untilDelivered(1);
    app.clock.set('2027-03-02T16:59:59Z');
    const tag = await app.write('POST', '/tags', { name: 'Soon' });
    await app.expectReceived([`event.created ${id}`, `tag.created ${tag.id}`]);
    await app.untilDelivered(1);
    app.clock.set('2027-03-02T17:00:00Z');
    const soFar = [`event.created ${id}`, `tag.created ${tag.id}`, `event.published ${id}`];
    await app.expectReceived(soFar);
    expect(app.receiver.messages[2]).toMatchObject({
      timestamp: '2027-03-02T17:00:00.000Z',
      data: { status: 'publish' },
    });
    await app.untilDelivered(1);
    app.clock.advance(3600);
    const later = await app.addEvent();
    await app.expectReceived([...soFar, `event.created ${later}`, `event.published ${later}`]);
  });

  test('A publication that became due while no process was running is reported before later writes', async () => {
    await app.subscribe();
    const id = await app.addEvent({ date: '2027-03-02 12:00:00' });
    const withdrawn = await app.addEvent({ date: '2027-03-02 12:00:00' });
    await app.write('PATCH', `/events/${withdrawn}`, { status: 'draft' });
    app.clock.set('2027-03-05T00:00:00Z');
    await app.write('PATCH', `/events/${id}`, { title: 'Ball' });
    app.send();
    await expect.poll(() => app.receiver.messages.length, waitOptions).toBe(5);
    const of = (event: number) => app.receiver.received().filter((each) => each.endsWith(` ${event}`));
    expect(of(id)).toEqual([`event.created ${id}`, `event.published ${id}`, `event.updated ${id}`]);
    expect(of(withdrawn)).toEqual([`event.created ${withdrawn}`, `event.updated ${withdrawn}`]);
  });

  test('After a clock that was ahead is set back, publications are reported at their time', async () => {
    await app.subscribe({ types: ['event.published'] });
    app.send();
    app.clock.set('2027-04-01T00:00:00Z');
    const ahead = await app.addEvent();
    await app.expectReceived([`event.published ${ahead}`]);
    await app.untilDelivered(1);
    app.clock.set('2027-03-01T12:00:00Z');
    const id = await app.addEvent({ date: '2027-03-02 12:00:00' });
    const other = await app.addEvent();
    await app.expectReceived([`event.published ${ahead}`, `event.published ${other}`]);
    await app.untilDelivered(1);
    app.clock.set('2027-03-02T17:00:00Z');
    await app.expectReceived([ahead, other, id].map((each) => `event.published ${each}`));
  });

  test('A scheduled event that is published early is reported once', async () => {
    await app.subscribe({ types: ['event.published'] });
    app.send();
    const id = await app.addEvent({ date: '2027-03-02 12:00:00' });
    await app.write('PATCH', `/events/${id}`, { date: '2027-02-01 12:00:00' });
    await app.expectReceived([`event.published ${id}`]);
    await app.untilDelivered(1);
    app.clock.set('2027-03-03T00:00:00Z');
    const next = await app.addEvent();
    await app.expectReceived([`event.published ${id}`, `event.published ${next}`]);
  });
});

describe('filters', () => {
  test('A webhook receives only the types of messages that it subscribes to', async () => {
    await app.subscribe({ types: ['venue.*', 'event.deleted'] });
    app.send();
    const id = await app.addEvent({ venue: { venue: 'Old Mill' } });
    await app.write('DELETE', `/events/${id}?force=true`);
    await expect.poll(() => app.receiver.messages.length, waitOptions).toBe(3);
    expect(app.receiver.messages.map(({ type }) => type).sort()).toEqual([
      'event.deleted',
      'venue.created',
      'venue.published',
    ]);
  });

  test('A webhook for a category receives events of its subcategories, but not of other categories', async () => {
    const music = (await app.write('POST', '/categories', { name: 'Music' })).id;
    const jazz = (await app.write('POST', '/categories', { name: 'Jazz', parent: music })).id;
    const sport = (await app.write('POST', '/categories', { name: 'Sport' })).id;
    await app.subscribe({ types: ['event.created', 'event.trashed'], categories: [music] });
    app.send();
    const concert = await app.addEvent({ categories: [jazz] });
    await app.addEvent({ categories: [sport] });
    await app.addEvent();
    await app.write('DELETE', `/events/${concert}`);
    const last = await app.addEvent({ categories: [music] });
    const expected = [`event.created ${concert}`, `event.created ${last}`, `event.trashed ${concert}`];
    await expect.poll(() => app.receiver.received().sort(), waitOptions).toEqual(expected);
  });

  test('A webhook receives no messages about changes from before it was created', async () => {
    await app.addEvent();
    await app.subscribe();
    app.send();
    const id = await app.addEvent();
    await app.expectReceived([`event.created ${id}`, `event.published ${id}`]);
  });
});
