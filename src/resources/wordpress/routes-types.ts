// The kinds of records and their vocabularies, by which programs that copy any WordPress site find its lists.
import type { Links } from '../../http/links.ts';
import { listOf, strictObject } from '../../http/openapi/schema.ts';
import { describe, unsetWhenEmpty } from '../../http/params/field.ts';
import { text } from '../../http/params/scalars.ts';
import { publicRead, type Route } from '../../http/route.ts';
import { done } from '../records/replies.ts';
import { anyText } from '../records/reply-schemas.ts';
import { linkSchema } from './formats.ts';
import { wordpressNamespace } from './openapi.ts';
import { contextFields } from './schemas.ts';

const types = {
  tribe_events: {
    name: 'Events',
    path: 'tribe_events',
    archive: 'events',
    taxonomies: ['post_tag', 'tribe_events_cat'],
  },
  tribe_venue: { name: 'Venues', path: 'tribe_venue', archive: false, taxonomies: [] },
  tribe_organizer: { name: 'Organizers', path: 'tribe_organizer', archive: false, taxonomies: [] },
  attachment: { name: 'Media', path: 'media', archive: false, taxonomies: [] },
} as const;

const taxonomies = {
  post_tag: { name: 'Tags', path: 'tags', types: ['tribe_events'], hierarchical: false },
  tribe_events_cat: { name: 'Event Categories', path: 'tribe_events_cat', types: ['tribe_events'], hierarchical: true },
} as const;

const shared = {
  description: anyText,
  name: anyText,
  slug: anyText,
  hierarchical: { type: 'boolean' },
  rest_base: { type: 'string', description: 'Path of the list in `rest_namespace`' },
  rest_namespace: { const: wordpressNamespace },
  _links: strictObject({ 'wp:items': linkSchema }),
};
const typeSchema = strictObject({
  ...shared,
  has_archive: { type: ['string', 'boolean'], description: 'Path of the public list; `false` for none' },
  taxonomies: listOf(anyText),
});
const taxonomySchema = strictObject({ ...shared, types: listOf(anyText) });

const sharedOf = (slug: string, { name, path }: { name: string; path: string }, links: Links) => ({
  description: '',
  name,
  slug,
  rest_base: path,
  rest_namespace: wordpressNamespace,
  _links: { 'wp:items': [{ href: links.rest(`/${path}`) }] },
});

const typesRoute = publicRead({
  path: '/types',
  operationId: 'listTypes',
  summary: 'List the kinds of records',
  tag: 'Calendar',
  params: contextFields,
  replies: [done({ type: 'object', additionalProperties: typeSchema })],
  handle: async (_values, { links }) => ({
    status: 200,
    body: Object.fromEntries(
      Object.entries(types).map(([slug, type]) => [
        slug,
        {
          ...sharedOf(slug, type, links),
          hierarchical: false,
          has_archive: type.archive,
          taxonomies: type.taxonomies,
        },
      ]),
    ),
  }),
});

const taxonomiesRoute = publicRead({
  path: '/taxonomies',
  operationId: 'listTaxonomies',
  summary: 'List the vocabularies',
  tag: 'Calendar',
  params: {
    ...contextFields,
    type: unsetWhenEmpty(describe(text({ max: 100 }), 'Only vocabularies of these records')),
  },
  replies: [done({ type: 'object', additionalProperties: taxonomySchema })],
  handle: async ({ type = 'tribe_events' }, { links }) => ({
    status: 200,
    body: Object.fromEntries(
      Object.entries(taxonomies)
        .filter(([, taxonomy]) => taxonomy.types.some((known) => known === type))
        .map(([slug, taxonomy]) => [
          slug,
          { ...sharedOf(slug, taxonomy, links), hierarchical: taxonomy.hierarchical, types: taxonomy.types },
        ]),
    ),
  }),
});

export const typeRoutes: readonly Route[] = [typesRoute, taxonomiesRoute];
