// Schemas of tools, derived from the parameters of routes, so that tools follow the API.
import { type ChangeKind, changeKinds } from '../core/kinds.ts';
import { languages } from '../core/languages.ts';
import { fromKeys, mapValues } from '../core/objects.ts';
import { propertyOf } from '../http/openapi/bodies.ts';
import type { Fields, JsonSchema } from '../http/params/field.ts';
import type { Route } from '../http/route.ts';
import type { ObjectSchema } from './tool.ts';

export type RouteNamed = (operationId: string) => Route;

export function routesByName(routes: readonly Route[]): RouteNamed {
  const byName = new Map(routes.map((route) => [route.operationId, route]));
  return (operationId) => {
    const route = byName.get(operationId);
    if (!route) throw new Error(`There is no operation ${operationId}`);
    return route;
  };
}

export const object = (properties: Readonly<Record<string, JsonSchema>>, required: readonly string[] = []) =>
  ({ type: 'object', properties, ...(required.length > 0 ? { required } : {}), additionalProperties: false }) as const;

/** The body of a create, or of an update, where nothing is required and null empties optional fields. */
export function bodySchema({ params }: Route, update: boolean): ObjectSchema {
  const fields = Object.entries(params);
  return object(
    mapValues(params, (field) => (update ? propertyOf(field, true) : field.schema)),
    fields.filter(([, { required }]) => required).map(([name]) => name),
  );
}

/** These filters of a list, in this order. */
export const filters = (params: Fields, names: readonly string[]): Record<string, JsonSchema> =>
  fromKeys(names, (name) => {
    const field = params[name];
    if (!field) throw new Error(`There is no filter ${name}`);
    return field.schema;
  });

export const readLanguage: JsonSchema = {
  type: 'string',
  enum: languages,
  description: 'Language of the texts and messages in the reply',
};
export const writeLanguage: JsonSchema = {
  type: 'string',
  enum: languages,
  description: "Language of the texts sent, if not the calendar's own; an update then writes a translation",
};
export const dryRun: JsonSchema = {
  type: 'boolean',
  description: 'Validate only: reply as if it had been carried out, but save nothing',
};
export const recordId: JsonSchema = { type: 'integer', minimum: 1, description: 'Id of the record' };

export const relatedKinds = changeKinds.filter((kind) => kind !== 'event');

/** The fields that models need: no links, sizes and formatted dates. */
export const fieldsOf: Readonly<Record<ChangeKind, string>> = {
  event:
    'id,title,slug,status,author,url,start_date,end_date,timezone,all_day,description,excerpt,event_status,event_status_reason,previous_start_date,attendance_mode,online_url,cost,website,image.id,image.url,featured,sticky,hide_from_listings,categories.id,categories.name,categories.slug,tags.id,tags.name,tags.slug,venue.id,venue.venue,venue.address,venue.city,venue.country,organizer.id,organizer.organizer,tickets,post_parent,external_id,language,translations,date,modified',
  venue:
    'id,venue,slug,status,author,url,description,address,city,country,province,state,stateprovince,zip,phone,website,geo_lat,geo_lng,image.id,image.url,external_id,language,translations,modified',
  organizer:
    'id,organizer,slug,status,author,url,description,phone,email,website,image.id,image.url,external_id,language,translations,modified',
  category: 'id,name,slug,description,parent,count,external_id,language,translations',
  tag: 'id,name,slug,description,count,external_id,language,translations',
};

export const kindSchema = (accepted: readonly ChangeKind[]): JsonSchema => ({
  type: 'string',
  enum: accepted,
  description: 'Kind of record',
});
