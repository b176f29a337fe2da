import type { JsonSchema } from '../http/params/field.ts';

/** Kinds of records, and the fields that models need: no links, sizes and formatted dates. */
export const kinds = {
  event: {
    plural: 'events',
    operation: 'Event',
    fields:
      'id,title,slug,status,author,url,start_date,end_date,timezone,all_day,description,excerpt,event_status,event_status_reason,attendance_mode,online_url,cost,website,image.id,image.url,featured,sticky,hide_from_listings,categories.id,categories.name,categories.slug,tags.id,tags.name,tags.slug,venue.id,venue.venue,venue.address,venue.city,venue.country,organizer.id,organizer.organizer,tickets,post_parent,external_id,language,translations,date,modified',
  },
  venue: {
    plural: 'venues',
    operation: 'Venue',
    fields:
      'id,venue,slug,status,author,url,description,address,city,country,province,state,stateprovince,zip,phone,website,geo_lat,geo_lng,image.id,image.url,external_id,language,translations,modified',
  },
  organizer: {
    plural: 'organizers',
    operation: 'Organizer',
    fields:
      'id,organizer,slug,status,author,url,description,phone,email,website,image.id,image.url,external_id,language,translations,modified',
  },
  category: {
    plural: 'categories',
    operation: 'Category',
    fields: 'id,name,slug,description,parent,count,external_id,language,translations',
  },
  tag: {
    plural: 'tags',
    operation: 'Tag',
    fields: 'id,name,slug,description,count,external_id,language,translations',
  },
} as const;

export type Kind = keyof typeof kinds;
export const allKinds = Object.keys(kinds) as Kind[];
export const relatedKinds = allKinds.filter((kind) => kind !== 'event');
export const isTerm = (kind: Kind): boolean => kind === 'category' || kind === 'tag';

export const kindSchema = (accepted: readonly Kind[]): JsonSchema => ({
  type: 'string',
  enum: accepted,
  description: 'Kind of record',
});
