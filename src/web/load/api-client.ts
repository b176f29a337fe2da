// Pages read the calendar through the API, in process, so that rights, masking, languages and filters are implemented once.
import type { Language } from '../../core/languages.ts';
import type { Pipeline } from '../../http/pipeline.ts';
import { mainNamespace } from '../../http/request/api-url.ts';
import type { IncomingRequest } from '../../http/request/incoming-request.ts';
import type { OutgoingReply } from '../../http/response/outgoing.ts';
import { eventTable } from '../../resources/events/fields/table.ts';
import { relatedTables } from '../../resources/related/table.ts';
import { termTables } from '../../resources/terms/table.ts';
import type { EventJson, EventList } from './api-types.ts';

interface Answer<Body> {
  status: number;
  body: Body;
}

export type Query = Readonly<Record<string, string | undefined>>;

const tablesOfRelated = {
  categories: termTables.category,
  tags: termTables.tag,
  venue: relatedTables.venue,
  organizer: relatedTables.organizer,
};
const longMembers = ['description', 'excerpt', 'json_ld'];

/** All fields of events but `json_ld`, with related records that lack their long members. */
function fieldsOfShortRecords(path: string): string {
  const own = Object.keys(eventTable).filter((name) => !(name in tablesOfRelated) && name !== 'json_ld');
  const related = Object.entries(tablesOfRelated).flatMap(([kind, table]) =>
    Object.keys(table).flatMap((name) => (longMembers.includes(name) ? [] : [`${kind}.${name}`])),
  );
  const fields = [...own, ...related];
  return path === '/events'
    ? ['total', 'total_pages', ...fields.map((field) => `events.${field}`)].join()
    : fields.join();
}

/** Whether the service, not the URL of the page, is why there is no answer: wrong credentials, limits and outages. */
const isFailure = (status: number): boolean => status === 401 || status === 429 || status >= 500;

/** Times are UTC seconds. */
interface Summary {
  /** Whether everything that was read may be cached. */
  cacheable: boolean;
  /** The latest change of what was read. */
  modified: number | undefined;
  /** When the page changes without a write. */
  until: number;
}

export type ApiClient = ReturnType<typeof createApiClient>;

export function createApiClient(pipeline: Pipeline, request: IncomingRequest, language: Language) {
  const { authorization } = request.headers;
  const summary: Summary = { cacheable: true, modified: undefined, until: Number.POSITIVE_INFINITY };
  const note = ({ cacheable, read }: OutgoingReply) => {
    summary.cacheable &&= cacheable;
    if (read?.modified !== undefined) summary.modified = Math.max(summary.modified ?? 0, read.modified);
  };
  async function get<Body>(path: string, query: Query = {}): Promise<Answer<Body>> {
    const answer = await getWhole<Body | { code?: unknown }>(path, query);
    const isTooLarge = (answer.body as { code?: unknown }).code === 'rest_response_too_large';
    if (!isTooLarge || query['_fields'] !== undefined) return answer as Answer<Body>;
    return getWhole(path, { ...query, _fields: fieldsOfShortRecords(path) });
  }
  async function getWhole<Body>(path: string, query: Query): Promise<Answer<Body>> {
    const pairs = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
    const url = `/${language}/wp-json/${mainNamespace}${path}?${new URLSearchParams(pairs)}`;
    const reply = await pipeline({ ...request, method: 'GET', url, headers: { authorization } });
    if (isFailure(reply.status) && !(reply.status === 429 && query['password'] !== undefined)) throw reply.error;
    note(reply);
    const body = Buffer.isBuffer(reply.body) ? JSON.parse(reply.body.toString()) : reply.body;
    return { status: reply.status, body };
  }
  /** Events, or an empty list for a page past the end or filters that match no record. */
  async function events(query: Query): Promise<EventList> {
    const { status, body } = await get<EventList>('/events', query);
    return status === 200 ? body : { events: [], total: 0, total_pages: 0 };
  }
  return {
    /** A response that would be too large is read without the texts of related records. */
    get,
    summary,
    events,
    /** The events of all pages of a list. */
    async allEvents(query: Query): Promise<readonly EventJson[]> {
      const found: EventJson[] = [];
      for (let page = 1, pages = 1; page <= pages; page++) {
        const list = await events({ ...query, per_page: '100', page: String(page) });
        found.push(...list.events);
        pages = list.total_pages;
      }
      return found;
    },
  };
}
