// Types of the client's operations, derived from the OpenAPI document.
import type { components, operations } from './schema.ts';

type Json<T> = T extends { content: { 'application/json': infer B } } ? B : never;

/** Filters of a list, options of a read. */
export type QueryOf<O> = O extends keyof operations
  ? operations[O]['parameters'] extends { query?: infer Q }
    ? [NonNullable<Q>] extends [never]
      ? unknown
      : NonNullable<Q>
    : unknown
  : unknown;

export type BodyOf<O> = O extends keyof operations
  ? operations[O] extends { requestBody?: infer B }
    ? Json<NonNullable<B>>
    : never
  : never;

/** The body of a success. */
export type ReplyOf<O> = O extends keyof operations
  ? { [S in keyof operations[O]['responses']]: Json<operations[O]['responses'][S]> }[keyof operations[O]['responses']]
  : never;

type Schemas = components['schemas'];
export type Event = Schemas['Event'];
export type ProtectedEvent = Schemas['ProtectedEvent'];
export type Venue = Schemas['Venue'];
export type Organizer = Schemas['Organizer'];
export type Category = Schemas['Category'];
export type Tag = Schemas['Tag'];
export type Media = Schemas['Media'];
export type Change = Schemas['Change'];

export type EventFilters = QueryOf<'listEvents'>;
export type EventCreate = BodyOf<'createEvent'>;
export type EventUpdate = BodyOf<'updateEvent'>;
export type VenueCreate = BodyOf<'createVenue'>;
export type VenueUpdate = BodyOf<'updateVenue'>;
export type OrganizerCreate = BodyOf<'createOrganizer'>;
export type OrganizerUpdate = BodyOf<'updateOrganizer'>;
export type CategoryCreate = BodyOf<'createCategory'>;
export type CategoryUpdate = BodyOf<'updateCategory'>;
export type TagCreate = BodyOf<'createTag'>;
export type TagUpdate = BodyOf<'updateTag'>;
export type MediaUpdate = BodyOf<'updateMedia'>;
export type BatchRequest = BodyOf<'runBatch'>['requests'][number];

/** The operations of each kind of record, by their operation ids. */
export interface Kinds {
  events: { one: 'Event'; list: 'listEvents'; item: Event | ProtectedEvent };
  venues: { one: 'Venue'; list: 'listVenues'; item: Venue };
  organizers: { one: 'Organizer'; list: 'listOrganizers'; item: Organizer };
  categories: { one: 'Category'; list: 'listCategories'; item: Category };
  tags: { one: 'Tag'; list: 'listTags'; item: Tag };
  media: { one: 'Media'; list: 'listMedia'; item: Media };
}
export type Kind = keyof Kinds;

export type One<K extends Kind> = Kinds[K]['one'];
export type Item<K extends Kind> = Kinds[K]['item'];
export type Filters<K extends Kind> = QueryOf<Kinds[K]['list']>;
export type List<K extends Kind> = ReplyOf<Kinds[K]['list']>;
export type Create<K extends Kind> = BodyOf<`create${One<K>}`>;
export type Update<K extends Kind> = BodyOf<`update${One<K>}`>;
export type Got<K extends Kind> = ReplyOf<`get${One<K>}`>;
export type ReadQuery<K extends Kind> = QueryOf<`get${One<K>}`>;
/** The reply to a permanent deletion; for a term, the term as it was. */
export type Gone<K extends Kind> = `Deleted${One<K>}` extends keyof Schemas
  ? Schemas[`Deleted${One<K>}`]
  : ReplyOf<`delete${One<K>}`>;
