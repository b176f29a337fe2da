// Terms, venues and organizers of the generated calendar as rows.

import type { RelatedKind, StoredStatus, Taxonomy } from '../../src/core/kinds.ts';
import { type Language, languages } from '../../src/core/languages.ts';
import { slugify } from '../../src/core/text/slug.ts';
import type { Random } from '../../src/demo/random.ts';
import type { NewRelated } from '../../src/resources/related/save.ts';
import { emptyRelatedColumns } from '../../src/resources/related/table.ts';
import type { NewTerm } from '../../src/resources/terms/save.ts';
import type { RelatedRecordsTable } from '../../src/store/schema.ts';
import { aroundZero, byShare, createZipf } from './chance.ts';
import { type City, cities } from './cities.ts';
import { createSlugs, type Texts } from './texts.ts';
import { vocabularies } from './words.ts';

export interface Origin {
  random: Random;
  texts: Texts;
  authorIds: readonly number[];
  /** UTC seconds. */
  now: number;
}

const day = 86_400;
const roots = 12;
const below = 4;
const tags = 500;
const language: Language = 'en';

/** A tree of sixty categories, then the tags; ids from 1 on. */
export function termRows({ random, now }: Origin): { rows: NewTerm[]; categoryIds: number[]; tagIds: number[] } {
  const rows: NewTerm[] = [];
  const slug = { category: createSlugs(), tag: createSlugs() };
  const add = (taxonomy: Taxonomy, name: string, parent: number, translations: NewTerm['texts']): number => {
    const id = rows.length + 1;
    const original = { language, name, description: '', slug: slug[taxonomy](slugify(name)) };
    const row = { id, taxonomy, parent_id: parent, language, modified_at: now - 3000 * day, external_id: null };
    rows.push({ row, texts: [original, ...translations] });
    return id;
  };
  const { kinds, subjects } = vocabularies[language];
  const categoryIds: number[] = [];
  for (let at = 0; at < roots; at++) {
    const kind = kinds[at] as string;
    const parent = add('category', kind, 0, inOtherLanguages('kinds', at));
    categoryIds.push(parent);
    for (let n = 0; n < below; n++)
      categoryIds.push(add('category', `${subjects[at * below + n]} ${kind}`, parent, []));
  }
  const names = new Set<string>(subjects);
  while (names.size < tags) names.add(`${random.pick(subjects)} ${random.pick(kinds).toLowerCase()}`);
  const tagIds = [...names].map((name, at) =>
    add('tag', name, 0, at < 40 && at % 2 === 0 ? inOtherLanguages('subjects', at) : []),
  );
  return { rows, categoryIds, tagIds };
}

const inOtherLanguages = (part: 'kinds' | 'subjects', at: number): NewTerm['texts'] =>
  languages
    .filter((code) => code !== language)
    .flatMap((code) => {
      const name = vocabularies[code][part][at];
      return name === undefined ? [] : [{ language: code, name, description: '', slug: null }];
    });

const statuses: Partial<Record<StoredStatus, number>> = { draft: 0.02, private: 0.005 };

function relatedRow(kind: RelatedKind, id: number, { random, authorIds, now }: Origin): RelatedRecordsTable {
  const at = now - random.between(30, 3650) * day;
  return {
    id,
    kind,
    status: byShare(random, statuses, 'publish'),
    trashed_from: null,
    author_id: random.pick(authorIds),
    published_at: at,
    modified_at: at + Math.floor(random.next() * (now - at)),
    language,
    external_id: null,
    ...emptyRelatedColumns,
    image_id: null,
  };
}

const cityChoice = createZipf(cities.length, 0.9);
const rooms = 'Hall,House,Theatre,Library,Centre,Club,Gallery,School,Church,Studio,Square,Stage,Museum,Barn,Pavilion';
const streets = 'Elm,Station,Harbour,Mill,Church,High,River,Market,Park,Chapel,Bridge,Queen,Orchard,Canal,Garden';
const roomNames = rooms.split(',');
const streetNames = streets.split(',');

export interface Places {
  rows: NewRelated[];
  /** Of each venue. */
  cities: City[];
}

/** Their coordinates lie around the middle of their cities; a few have none. */
export function venueRows(ids: readonly number[], origin: Origin): Places {
  const { random, texts } = origin;
  const slug = createSlugs();
  const places: Places = { rows: [], cities: [] };
  for (const id of ids) {
    const city = cities[cityChoice(random)] as City;
    const isLocated = random.next() < 0.95;
    const region = city.country === 'United States' ? { state: city.region } : { province: city.region };
    const row: RelatedRecordsTable = {
      ...relatedRow('venue', id, origin),
      phone: random.next() < 0.5 ? `+1 555 01${random.between(10, 99)}` : '',
      address: `${random.between(1, 240)} ${random.pick(streetNames)} Street`,
      city: city.name,
      country: city.country,
      ...region,
      stateprovince: city.region,
      zip: String(random.between(10_000, 99_999)),
      geo_lat: isLocated ? rounded(city.lat + aroundZero(random) * 0.2) : null,
      geo_lng: isLocated ? rounded(city.lng + aroundZero(random) * 0.25) : null,
    };
    const title = `${random.pick(vocabularies.en.subjects)} ${random.pick(roomNames)} ${city.name}`;
    const own = textRow(title, texts.description(random, language), slug(slugify(title)));
    const translated = random.next() < 0.1 && city.language !== language;
    const translation = { language: city.language, title: '', excerpt: '', website: '', slug: null };
    places.rows.push({
      row,
      texts: translated ? [own, { ...translation, description: texts.description(random, city.language) }] : [own],
    });
    places.cities.push(city);
  }
  return places;
}

export function organizerRows(ids: readonly number[], origin: Origin): NewRelated[] {
  const { random, texts } = origin;
  const slug = createSlugs();
  return ids.map((id) => {
    const title = `${random.pick(vocabularies.en.subjects)} ${random.pick(['Society', 'Collective', 'Club', 'Friends', 'Foundation', 'Association', 'Agency'])}`;
    const row = { ...relatedRow('organizer', id, origin), phone: '+1 555 0100', email: `office-${id}@example.org` };
    return { row, texts: [textRow(title, `<p>${texts.sentence(random, language)}</p>`, slug(slugify(title)))] };
  });
}

const textRow = (title: string, description: string, slug: string) => ({
  language,
  title,
  description,
  excerpt: '',
  website: 'https://example.org/',
  slug,
});

const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;
