// The sample terms, venues and organizers as rows.

import type { RelatedKind, Taxonomy } from '../core/kinds.ts';
import { slugify } from '../core/text/slug.ts';
import type { NewRelated } from '../resources/related/save.ts';
import { emptyRelatedColumns } from '../resources/related/table.ts';
import type { NewTerm } from '../resources/terms/save.ts';
import type { RelatedRecordsTable } from '../store/schema.ts';
import {
  type DemoOrganizer,
  type DemoTerm,
  type DemoVenue,
  demoCategories,
  demoOrganizers,
  demoTags,
  demoVenues,
} from './data.ts';

export interface Origin {
  authorId: number;
  /** UTC seconds of publication. */
  at: number;
}

const language = 'en';

/** Categories and tags, with the ids from 1 on that an empty vocabulary gives. */
export function termRows({ at }: Origin): { rows: NewTerm[]; ids: ReadonlyMap<string, number> } {
  const rows: NewTerm[] = [];
  const add = (taxonomy: Taxonomy, term: DemoTerm, parent: number): number => {
    const id = rows.length + 1;
    rows.push({
      row: { id, taxonomy, parent_id: parent, language, modified_at: at, external_id: null },
      texts: termTexts(term),
    });
    return id;
  };
  for (const category of demoCategories) {
    const parent = add('category', category, 0);
    for (const below of category.below) add('category', below, parent);
  }
  for (const tag of demoTags) add('tag', tag, 0);
  return { rows, ids: new Map(rows.map(({ row, texts }) => [`${row.taxonomy}/${texts[0]?.name}`, row.id as number])) };
}

/** A translation has a slug of its own only where one was given. */
const termTexts = (term: DemoTerm): NewTerm['texts'] => [
  { language, name: term.name, description: term.description ?? '', slug: slugify(term.name) },
  ...Object.entries(term.names as Record<string, string>).map(([code, name]) => ({
    language: code,
    name,
    description: '',
    slug: null,
  })),
];

const emptyRow = (id: number, kind: RelatedKind, { authorId, at }: Origin): RelatedRecordsTable => ({
  id,
  kind,
  status: 'publish',
  trashed_from: null,
  author_id: authorId,
  published_at: at,
  modified_at: at,
  language,
  external_id: null,
  ...emptyRelatedColumns,
  image_id: null,
});

const textsOf = ({ name, description, website }: DemoVenue | DemoOrganizer): NewRelated['texts'] => [
  { language, title: name, description: `<p>${description}</p>`, excerpt: '', website, slug: slugify(name) },
];

export const venueRows = (ids: readonly number[], origin: Origin): NewRelated[] =>
  demoVenues.map((venue, index) => {
    const { phone, address, city, country, zip, region = '', lat, lng } = venue;
    const inside = country === 'United States' ? { state: region } : { province: region };
    const place = { phone, address, city, country, zip, ...inside, stateprovince: region, geo_lat: lat, geo_lng: lng };
    return { row: { ...emptyRow(ids[index] as number, 'venue', origin), ...place }, texts: textsOf(venue) };
  });

export const organizerRows = (ids: readonly number[], origin: Origin): NewRelated[] =>
  demoOrganizers.map((organizer, index) => {
    const { phone, email } = organizer;
    return { row: { ...emptyRow(ids[index] as number, 'organizer', origin), phone, email }, texts: textsOf(organizer) };
  });
