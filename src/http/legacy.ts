// Differences in replies and parameters under an alias namespace, for clients of the reference (D12, D65).
import { mapValues } from '../core/objects.ts';
import { type Credentials, parseCredentials } from './auth/credentials.ts';
import type { Links } from './links.ts';
import type { OpenApiDocument } from './openapi/document.ts';
import type { JsonSchema } from './params/field.ts';
import { isDeeperThan, maxNesting, type Raw, type RawParams, Repeated, scalarOf } from './params/raw.ts';
import type { Route } from './route.ts';

type Json = Readonly<Record<string, unknown>>;

const asHtml = (value: unknown): unknown => (typeof value === 'string' ? encodeText(value) : value);

/** Members that have another form there. */
const members: Readonly<Record<string, (value: unknown, record: Json) => unknown>> = {
  title: asHtml,
  venue: asHtml,
  organizer: asHtml,
  name: asHtml,
  author: (value) => (value === undefined ? value : String(value)),
  website: (value, record) => (value === '' && 'title' in record ? record['url'] : value),
};

/** A record in the form of the caller's namespace. */
export function inNamespace<T extends Json>(record: T, { isAlias }: Pick<Links, 'isAlias'>): T {
  if (!isAlias) return record;
  const entries = Object.entries(record).map(([name, value]) => [name, members[name]?.(value, record) ?? value]);
  return Object.fromEntries(entries) as T;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&#038;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
};

/** These clients insert plain text into HTML without escaping it. */
const encodeText = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] as string);

const names: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const encoded = /&(?:(amp|lt|gt|quot|apos)|#0*(38|60|62|34|39)|#x0*(26|3c|3e|22|27));/gi;

const decodeText = (text: string): string =>
  text.replace(encoded, (_, name?: string, decimal?: string, hex?: string) =>
    name ? (names[name.toLowerCase()] as string) : String.fromCharCode(Number(decimal ?? `0x${hex}`)),
  );

const plainTexts = new Set(['title', 'venue', 'organizer', 'name', 'categories', 'tags']);

/**
 * Undoes the encoding in parameters that such a client has read and sends back. What is nested too deep is refused later. A batch
 * decodes each of its `requests` itself, once references to earlier responses are resolved.
 */
export const decodeParams = (params: RawParams, links: Pick<Links, 'file'>): RawParams =>
  new Map(
    [...params].map(([name, value]) => {
      if (name === 'website' && isPageOfEvent(value, links)) return [name, null];
      if (name === 'requests') return [name, value];
      return [name, isDeeperThan(value, maxNesting) ? value : decodeRaw(value, plainTexts.has(name))];
    }),
  );

/** The URL that replies show as the website of an event without one. */
function isPageOfEvent(website: Raw, { file }: Pick<Links, 'file'>): boolean {
  const home = file('/');
  if (typeof website !== 'string' || !website.startsWith(home)) return false;
  return /^(?:[a-z-]+\/)?(?:event\/[^/]+\/|\?p=\d+)$/.test(website.slice(home.length));
}

function decodeRaw(raw: Raw, isPlainText: boolean): Raw {
  if (typeof raw === 'string') return isPlainText ? decodeText(raw) : raw;
  if (raw instanceof Repeated) return isPlainText ? new Repeated(raw.values.map(decodeText)) : raw;
  if (Array.isArray(raw)) return raw.map((item) => decodeRaw(item, isPlainText));
  if (raw === null || typeof raw !== 'object') return raw;
  return mapValues(raw, (value, name) => decodeRaw(value, plainTexts.has(name)));
}

/** The OpenAPI document with the schemas of these records. */
export function describeLegacy(document: OpenApiDocument): OpenApiDocument {
  const components = document['components'] as { schemas: Record<string, { properties?: Record<string, JsonSchema> }> };
  const schemas = mapValues(components.schemas, (schema) => {
    const { author, global_id: globalId } = schema.properties ?? {};
    if (!author || !globalId) return schema;
    const described = { type: 'string', pattern: '^\\d+$', description: author['description'] };
    return { ...schema, properties: { ...schema.properties, author: described } };
  });
  return { ...document, components: { ...components, schemas } };
}

const termLists = ['/categories', '/tags'];
const recordLists = ['/events', '/venues', '/organizers'];

/** Drops an unknown order from the parameters of a list (the opposite of D49). */
export function withKnownOrder(params: RawParams, { path, params: fields }: Route): RawParams {
  const orders = fields['orderby']?.schema['enum'] as readonly unknown[] | undefined;
  if (orders === undefined || ![...termLists, ...recordLists].includes(path)) return params;
  const cleaned = new Map(params);
  const [orderBy, order] = [scalarOf(params.get('orderby') ?? null), scalarOf(params.get('order') ?? null)];
  const isKnown = orders.includes(orderBy);
  if (termLists.includes(path)) {
    // Empty values and lists are errors in the reference too.
    const isText = (value: Raw) => typeof value === 'string' && value !== '';
    if (isText(orderBy) && !isKnown) cleaned.delete('orderby');
    if (isText(order)) cleaned.set('order', String(order).toLowerCase() === 'asc' ? 'asc' : 'desc');
  } else {
    if (!isKnown) cleaned.delete('orderby');
    const isUnderstood = (isKnown || orderBy === null) && /^(?:asc|desc)$/i.test(String(order));
    if (!isUnderstood) cleaned.delete('order');
  }
  return cleaned;
}

/** Credentials; an unknown Bearer token is ignored on reads (the opposite of D8). */
export function legacyCredentials(header: string | undefined, isRead: boolean): Credentials | undefined {
  const credentials = parseCredentials(header);
  return credentials?.kind === 'bearer' && isRead ? { ...credentials, isOptional: true } : credentials;
}
