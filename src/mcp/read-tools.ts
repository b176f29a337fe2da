import { type ChangeKind, changeKinds, isTaxonomy, plurals } from '../core/kinds.ts';
import { listText } from './list-text.ts';
import {
  fieldsOf,
  filters,
  kindSchema,
  object,
  type RouteNamed,
  readLanguage,
  recordId,
  relatedKinds,
} from './schemas.ts';
import { type Arguments, bodyOf, type CallApi, type Tool, ToolError, type ToolResult } from './tool.ts';

const eventListFields =
  'id,title,status,start_date,end_date,timezone,all_day,event_status,attendance_mode,cost,featured,url,venue.id,venue.venue,venue.city,organizer.id,organizer.organizer,categories.name,tags.name,distance';

const eventFilters = [
  'search',
  'start_date',
  'end_date',
  'starts_after',
  'starts_before',
  'ends_after',
  'ends_before',
  'strict_dates',
  'categories',
  'tags',
  'venue',
  'organizer',
  'featured',
  'status',
  'include',
  'post_parent',
  'event_status',
  'online',
  'free',
  'near',
  'geoloc_lat',
  'geoloc_lng',
  'geoloc_radius',
  'modified_after',
  'orderby',
  'order',
  'per_page',
  'cursor',
];

export const recordOutput = { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] } as const;

const pageOf = (items: string) =>
  object(
    {
      total: { type: 'integer', description: 'Number of matching records' },
      [items]: { type: 'array', items: recordOutput },
      next_cursor: { type: 'string', description: 'Cursor of the next page; send it with the same filters' },
    },
    ['total', items],
  );

export const readTools = (route: RouteNamed): Tool[] => [searchTool(route), listTool(route), getTool];

function searchTool(route: RouteNamed): Tool {
  return {
    name: 'search_events',
    title: 'Search events',
    description:
      'Find events by words, dates, categories, tags, venue, organizer or place. Without dates, lists events from today to two years ahead, ordered by start; for past events send start_date or starts_after. Answers one page with the essentials of each event; get_record has the rest.',
    input: object({ ...filters(route('listEvents').params, eventFilters), language: readLanguage }),
    output: pageOf('events'),
    effect: 'reads',
    run: async (args, call) => readList('event', eventListFields, args, call),
  };
}

function listTool(route: RouteNamed): Tool {
  return {
    name: 'list_records',
    title: 'List venues, organizers, categories or tags',
    description:
      'List or search the venues, organizers, categories or tags of the calendar, to get the ids for linking and filtering events.',
    input: object(
      {
        kind: kindSchema(relatedKinds),
        ...filters(route('listVenues').params, ['search', 'event', 'per_page', 'cursor']),
        slug: { type: 'string', description: 'Only the category or tag with this slug' },
        parent: { type: 'integer', description: 'Only children of this category' },
        language: readLanguage,
      },
      ['kind'],
    ),
    output: pageOf('records'),
    effect: 'reads',
    async run(args, call) {
      const kind = kindIn(args, relatedKinds);
      const { kind: _kind, slug, parent, ...rest } = args;
      if ((slug !== undefined && !isTaxonomy(kind)) || (parent !== undefined && kind !== 'category')) {
        throw new ToolError('slug is for categories and tags, parent for categories; get_record finds others by slug.');
      }
      const terms = isTaxonomy(kind) ? { slug, parent, hide_empty: false } : {};
      return readList(kind, fieldsOf[kind], { ...rest, ...terms }, call);
    },
  };
}

const getTool: Tool = {
  name: 'get_record',
  title: 'Read a record',
  description:
    'Read one event, venue, organizer, category or tag in full, by id or (except categories and tags) by slug.',
  input: object(
    {
      kind: kindSchema(changeKinds),
      id: recordId,
      slug: { type: 'string', description: 'Slug of an event, venue or organizer, instead of the id' },
      password: { type: 'string', description: 'Password of a password-protected event' },
      language: readLanguage,
    },
    ['kind'],
  ),
  output: recordOutput,
  effect: 'reads',
  async run(args, call) {
    const kind = kindIn(args, changeKinds);
    const { password, language } = args;
    // Those who may edit a record also read it in the trash.
    const query = { password, context: 'edit', i18n_language: language, _fields: fieldsOf[kind] };
    const record = bodyOf<Record<string, unknown>>(await call({ method: 'GET', path: pathIn(kind, args), query }));
    return { text: JSON.stringify(record), structured: record };
  },
};

async function readList(
  kind: ChangeKind,
  fields: string,
  { language, ...args }: Arguments,
  call: CallApi,
): Promise<ToolResult> {
  const plural = plurals[kind];
  const _fields = ['total', 'next_cursor', ...fields.split(',').map((name) => `${plural}.${name}`)].join();
  const query = { ...args, i18n_language: language, _fields };
  const page = bodyOf<Page>(await call({ method: 'GET', path: `/${plural}`, query }));
  const { total, next_cursor } = page;
  const records = page[plural] as Record<string, unknown>[];
  const name = kind === 'event' ? 'events' : 'records';
  const structured = { total, [name]: records, ...(next_cursor === undefined ? {} : { next_cursor }) };
  return { text: listText(kind, records, { total, cursor: next_cursor }), structured };
}

type Page = { total: number; next_cursor?: string } & Record<string, unknown>;

export function kindIn({ kind }: Arguments, accepted: readonly ChangeKind[]): ChangeKind {
  const found = accepted.find((name) => name === kind);
  if (!found) throw new ToolError(`kind must be one of ${accepted.join(', ')}.`);
  return found;
}

export function idIn({ id }: Arguments): number {
  if (typeof id === 'number' && Number.isSafeInteger(id) && id > 0) return id;
  throw new ToolError('id must be a positive integer.');
}

function pathIn(kind: ChangeKind, args: Arguments): string {
  const plural = plurals[kind];
  if (args['slug'] === undefined) return `/${plural}/${idIn(args)}`;
  if (args['id'] !== undefined) throw new ToolError('Send id or slug, not both.');
  if (isTaxonomy(kind)) throw new ToolError('Categories and tags are read by id; list_records finds them by slug.');
  if (typeof args['slug'] !== 'string' || args['slug'] === '') throw new ToolError('slug must be text.');
  return `/${plural}/by-slug/${encodeURIComponent(args['slug'])}`;
}
