import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { callTool, type McpApp, startMcpApp } from './support.ts';

let app: McpApp;
beforeAll(async () => {
  app = await startMcpApp();
});

const readers = ['search_events', 'list_records', 'get_record'];
const writers = ['create_event', 'update_event', 'create_record', 'update_record', 'trash_record'];
const deep: unknown = JSON.parse(`${'['.repeat(1000)}${']'.repeat(1000)}`);
const walk = { title: 'Lantern walk', start_date: '2027-05-10 18:00', end_date: '2027-05-10 20:30' };

describe('the list of tools', () => {
  test('Only callers who may write are offered tools that write', async () => {
    const names = async (as?: 'ed' | 'sub') =>
      (await (await app.connect(as)).listTools()).tools.map(({ name }) => name);
    expect(await names()).toEqual(readers);
    expect(await names('sub')).toEqual(readers);
    expect(await names('ed')).toEqual([...readers, ...writers]);
  });

  test('Every tool has hints, a description and a valid schema', async () => {
    const { tools } = await (await app.connect('ed')).listTools();
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    for (const { name, description, annotations, inputSchema, outputSchema } of tools) {
      expect(annotations).toMatchObject({ readOnlyHint: readers.includes(name), openWorldHint: false });
      expect(description?.length).toBeGreaterThan(50);
      for (const schema of [inputSchema, outputSchema]) expect(ajv.validateSchema(schema as object)).toBe(true);
    }
    const destructive = tools.filter(({ annotations }) => annotations?.destructiveHint).map(({ name }) => name);
    expect(destructive).toEqual(['update_event', 'update_record', 'trash_record']);
  });

  test('Descriptions of tools that read mention no parameter of lists that the tool does not have', async () => {
    const { tools } = await (await app.connect()).listTools();
    const { body } = await app.request<{ paths: Record<string, { get: { parameters: { name: string }[] } }> }>({
      path: '/doc',
    });
    const parameters = (body.paths['/events']?.get.parameters ?? []).map(({ name }) => name);
    expect(parameters).toContain('page');
    for (const { name, description, inputSchema } of tools) {
      const accepted = Object.keys(inputSchema.properties ?? {});
      const mentioned = [...JSON.stringify([description, inputSchema]).matchAll(/`(\w+)`/g)].map(([, word]) => word);
      expect([
        name,
        mentioned.filter((word) => parameters.includes(word as string) && !accepted.includes(word as string)),
      ]).toEqual([name, []]);
    }
  });

  test('Tools derive the fields of an event from the API', async () => {
    const { tools } = await (await app.connect('ed')).listTools();
    const schemaOf = (tool: string) =>
      tools.find(({ name }) => name === tool)?.inputSchema as { properties: object; required?: string[] };
    const { body } = await app.request<{ components: { schemas: Record<string, { properties: object }> } }>({
      path: '/doc',
    });
    const { i18n_language: _, ...documented } = body.components.schemas['EventCreate']!.properties as Record<
      string,
      object
    >;
    expect(Object.keys(schemaOf('create_event').properties)).toEqual([
      ...Object.keys(documented),
      'language',
      'dry_run',
    ]);
    expect(schemaOf('create_event').required).toEqual(['title', 'start_date', 'end_date']);
    expect(schemaOf('update_event').required).toEqual(['id']);
  });

  test('The list of tools is the one in docs/mcp.md, whose examples are JSON', async () => {
    const documented = readFileSync(new URL('../../docs/mcp.md', import.meta.url), 'utf8');
    expect([...documented.matchAll(/^\| `(\w+)`/gm)].map((row) => row[1])).toEqual([...readers, ...writers]);
    const examples = [...documented.matchAll(/^```json\n(.*?)^```/gms)].map((block) => JSON.parse(block[1] as string));
    expect(examples.length).toBeGreaterThan(2);
  });

  test('The server states its name and time zone', async () => {
    const client = await app.connect();
    expect(client.getServerVersion()).toMatchObject({ name: 'kalends' });
    expect(client.getInstructions()).toContain('America/New_York');
    expect(client.getInstructions()).toContain('Not signed in');
  });
});

describe('an editor', () => {
  test('An editor creates, finds, reads, changes and trashes an event', async () => {
    const client = await app.connect('ed');
    const made = await callTool(client, 'create_event', {
      ...walk,
      timezone: 'Europe/Paris',
      venue: { venue: 'Old Mill', city: 'Lyon' },
      tags: ['family'],
    });
    expect(made.isError).toBe(false);
    const { id } = made.structured as { id: number };
    expect(made.text).toContain(`Created event ${id}`);

    const found = await callTool(client, 'search_events', { search: 'lantern', tags: ['family'] });
    expect(found.structured).toMatchObject({ total: 1, events: [{ id, title: 'Lantern walk' }] });
    expect(found.text).toContain(`#${id} Lantern walk | 2027-05-10 18:00 to 20:30 (Europe/Paris) | Old Mill`);

    const changed = await callTool(client, 'update_event', { id, title: 'Lantern parade', cost: '5', tags: null });
    expect(changed.structured).toMatchObject({ id, title: 'Lantern parade', tags: [], timezone: 'Europe/Paris' });
    const read = await callTool(client, 'get_record', { kind: 'event', slug: 'lantern-walk' });
    expect(read.structured).toEqual(changed.structured);
    expect(JSON.parse(read.text)).toEqual(read.structured);

    expect((await callTool(client, 'trash_record', { kind: 'event', id })).structured).toEqual({ id, deleted: false });
    const trashed = await callTool(client, 'get_record', { kind: 'event', id });
    expect(trashed.structured).toMatchObject({ id, status: 'trash' });
    await callTool(client, 'update_event', { id, status: 'publish' });
    expect((await callTool(client, 'trash_record', { kind: 'event', id, force: true })).structured).toEqual({
      id,
      deleted: true,
    });
    expect(await callTool(client, 'get_record', { kind: 'event', id })).toMatchObject({
      isError: true,
      text: expect.stringContaining('rest-event-not-found'),
    });
  });

  test.each([
    [{ event_status: 'canceled' }, 'Gala | canceled | 2027-05-10'],
    [{ event_status: 'moved_online', online_url: 'https://meet.example/1' }, 'Gala | moved online | 2027-05-10'],
    [{ attendance_mode: 'online', online_url: 'https://meet.example/1' }, '(America/New_York) | online'],
  ])('The text of a list says what happened to an event with %j, and whether it is online', async (fields, words) => {
    const client = await app.connect('ed');
    const made = await callTool(client, 'create_event', { ...walk, title: 'Gala', ...fields });
    const { id } = made.structured as { id: number };
    const { text } = await callTool(client, 'search_events', { include: [id] });
    expect(text).toContain(words);
  });

  test('A rescheduled event is read with its previous start', async () => {
    const client = await app.connect('ed');
    const { id } = (await callTool(client, 'create_event', { ...walk, title: 'Moved walk' })).structured;
    const moved = { start_date: '2027-05-17 18:00', end_date: '2027-05-17 20:30', event_status: 'rescheduled' };
    await callTool(client, 'update_event', { id, ...moved });
    const read = await callTool(client, 'get_record', { kind: 'event', id });
    expect(read.structured).toMatchObject({ previous_start_date: '2027-05-10 18:00:00' });
  });

  test.each([
    ['venue', { venue: 'Hall' }, { city: 'Bonn' }],
    ['organizer', { organizer: 'Ann' }, { email: 'ann@example.org' }],
    ['category', { name: 'Music' }, { description: 'Live' }],
    ['tag', { name: 'open air' }, { slug: 'outdoors' }],
  ])('An editor creates, lists, changes and deletes a %s', async (kind, data, change) => {
    const client = await app.connect('ed');
    const made = await callTool(client, 'create_record', { [kind]: data });
    const { id } = made.structured as { id: number };
    const listed = await callTool(client, 'list_records', { kind, search: Object.values(data)[0] });
    expect(listed.structured).toMatchObject({ total: 1, records: [{ id, ...data }] });
    expect(listed.text).toContain(`#${id} ${Object.values(data)[0]}`);
    expect((await callTool(client, 'update_record', { id, [kind]: change })).structured).toMatchObject({
      id,
      ...data,
      ...change,
    });
    expect((await callTool(client, 'trash_record', { kind, id, force: true })).structured).toEqual({
      id,
      deleted: true,
    });
    expect((await callTool(client, 'get_record', { kind, id })).isError).toBe(true);
  });

  test('A list of tags says how many events each has', async () => {
    const editor = await app.connect('ed');
    for (const tags of [['counted once'], ['counted twice'], ['counted twice']])
      await callTool(editor, 'create_event', { ...walk, tags });
    const { text } = await callTool(editor, 'list_records', { kind: 'tag', search: 'counted' });
    expect(text.split('\n').map((line) => line.replace(/^#\d+ /, ''))).toEqual([
      '2 of 2:',
      'counted once | slug counted-once | 1 event',
      'counted twice | slug counted-twice | 2 events',
    ]);
  });

  test('A list is continued by cursor', async () => {
    const client = await app.connect('ed');
    for (const name of ['p1', 'p2', 'p3']) await callTool(client, 'create_record', { tag: { name } });
    const first = await callTool(client, 'list_records', { kind: 'tag', search: 'p', per_page: 2 });
    const cursor = first.structured['next_cursor'];
    expect(first.text).toContain(`More with cursor ${cursor}`);
    const second = await callTool(client, 'list_records', { kind: 'tag', search: 'p', per_page: 2, cursor });
    expect(second.structured).toMatchObject({ records: [{ name: 'p3' }] });
    expect(second.structured['next_cursor']).toBeUndefined();
  });

  test('A search by exact times uses strict_dates, as the descriptions of dates say', async () => {
    const editor = await app.connect('ed');
    await callTool(editor, 'create_event', { ...walk, title: 'Exact walk' });
    const within = { search: 'exact', starts_after: '2027-05-10 17:00', starts_before: '2027-05-10 19:00' };
    const found = async (strict_dates: boolean) =>
      (await callTool(editor, 'search_events', { ...within, strict_dates })).text;
    expect(await found(true)).toMatch(/^1 of 1:\n.*Exact walk/);
    expect(await found(false)).toBe('Nothing found.');
  });

  test('dry_run saves nothing', async () => {
    const client = await app.connect('ed');
    const tried = await callTool(client, 'create_event', { ...walk, title: 'Only tried', dry_run: true });
    expect(tried.text).toContain('Nothing was saved');
    expect((await callTool(client, 'search_events', { search: 'tried' })).structured).toMatchObject({ total: 0 });
  });

  test('An editor writes and reads a translation', async () => {
    const client = await app.connect('ed');
    const { id } = (await callTool(client, 'create_event', walk)).structured;
    await callTool(client, 'update_event', { id, title: 'Laternenzug', language: 'de' });
    const read = (language?: string) => callTool(client, 'get_record', { kind: 'event', id, language });
    expect((await read('de')).structured).toMatchObject({ title: 'Laternenzug' });
    expect((await read()).structured).toMatchObject({ title: 'Lantern walk' });
  });
});

describe('what is wrong', () => {
  test.each([
    [
      'values, each with its message',
      'create_event',
      { ...walk, start_date: 'never', timezone: 'Mars' },
      [/- start_date: /, /- timezone: /, /rest_invalid_param, 400/],
    ],
    ['what is missing', 'create_event', { title: 'A' }, [/start_date/, /rest_missing_callback_param/]],
    ['names', 'create_event', { ...walk, begin: '2027' }, [/^Unknown: begin\. Accepted are: title, /]],
    ['names inside', 'create_record', { venue: { venue: 'A', town: 'B' } }, [/^Unknown: town\./]],
    ['filters', 'search_events', { colour: 'red' }, [/^Unknown: colour\./]],
    ['values of filters', 'search_events', { start_date: 'never', per_page: 0 }, [/- start_date: /, /- per_page: /]],
    ['more than a URL may have', 'search_events', { include: Array.from({ length: 900 }, (_, n) => 1e9 + n) }, [/414/]],
    ['halves of characters', 'search_events', { search: 'a\ud800' }, [/surrogates/]],
    ['halves of characters in a slug', 'get_record', { kind: 'event', slug: '\ud800' }, [/surrogates/]],
    ['halves of characters in a text', 'create_event', { ...walk, title: '\ud800' }, [/- title: /]],
    ['languages', 'search_events', { language: 'klingon' }, [/- language: /]],
    ['kinds', 'get_record', { kind: 'user', id: 1 }, [/kind must be one of/]],
    ['ids', 'get_record', { kind: 'venue', id: '1; drop' }, [/id must be/]],
    ['paths as slugs', 'get_record', { kind: 'event', slug: '../../venues' }, [/rest-event-not-found/]],
    ['id and slug', 'get_record', { kind: 'event', id: 1, slug: 'a' }, [/not both/]],
    ['two records at once', 'create_record', { tag: { name: 'a' }, venue: { venue: 'b' } }, [/exactly one of/]],
    ['no record', 'update_record', { id: 1 }, [/exactly one of/]],
    ['depth', 'create_event', { ...walk, venue: deep }, [/^The arguments are nested too deeply$/]],
    ['a tag into the trash', 'trash_record', { kind: 'tag', id: 1 }, [/force: true/]],
  ])('The model gets a message about %s', async (_name, tool, args, patterns) => {
    const reply = await callTool(await app.connect('ed'), tool, args);
    expect(reply.isError).toBe(true);
    for (const pattern of patterns) expect(reply.text).toMatch(pattern);
  });

  test.each(['include', 'categories', 'tags', 'venue', 'organizer', 'status', 'event_status'])(
    'An empty list as %s is refused, as in a request, instead of listing all events',
    async (name) => {
      const reply = await callTool(await app.connect('ed'), 'search_events', { [name]: [] });
      expect(reply).toMatchObject({ isError: true, text: expect.stringContaining(`- ${name}: `) });
    },
  );

  test.each([
    ['create_event', { ...walk, title: 'Spelt' }, 'dry_run', 'false'],
    ['create_record', { venue: { venue: 'Spelt' } }, 'dry_run', 0],
    ['update_event', { title: 'Spelt' }, 'dry_run', 'false'],
    ['trash_record', { kind: 'event' }, 'dry_run', 'false'],
    ['trash_record', { kind: 'event' }, 'force', 'true'],
    ['trash_record', { kind: 'event' }, 'force', 1],
  ])(
    'A call of %s with %j is refused and changes nothing if %s is neither true nor false, as %j',
    async (tool, args, flag, value) => {
      const client = await app.connect('ed');
      const { id } = (await callTool(client, 'create_event', walk)).structured as { id: number };
      const target = tool.startsWith('create') ? {} : { id };
      expect(await callTool(client, tool, { ...args, ...target, [flag]: value })).toMatchObject({
        isError: true,
        text: `${flag} must be true or false.`,
      });
      expect((await callTool(client, 'get_record', { kind: 'event', id })).structured).toMatchObject({
        title: walk.title,
        status: 'publish',
      });
      for (const kind of ['event', 'venue'] as const) {
        const found = await app.request({ path: `/${kind}s?search=spelt` });
        expect(found.body).toMatchObject({ [`${kind}s`]: [] });
      }
    },
  );

  test('Failed calls save nothing', async () => {
    const client = await app.connect('ed');
    await callTool(client, 'create_event', { ...walk, end_date: '2020-01-01', venue: { venue: 'Never built' } });
    expect((await callTool(client, 'list_records', { kind: 'venue', search: 'never' })).structured).toMatchObject({
      total: 0,
    });
  });

  test('An unknown tool is a protocol error', async () => {
    await expect(callTool(await app.connect('ed'), 'drop_tables')).rejects.toThrow(/no tool/);
  });
});
