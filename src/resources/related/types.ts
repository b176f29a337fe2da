import type { RelatedKind, RelatedRecordsTable } from '../../store/schema.ts';
import type { Status } from '../records/status.ts';
import type { Shown } from '../records/texts/shown-texts.ts';
import type { PublicationDates } from '../records/write/publication-date.ts';

/** What distinguishes venues from organizers; everything else they share. */
export interface RelatedConfig {
  kind: RelatedKind;
  plural: 'venues' | 'organizers';
  /** Name of the kind in the documentation of its routes. */
  noun: 'Venue' | 'Organizer';
  /** Names of the plain text columns that this kind has. */
  columns: readonly PlainColumn[];
  /** The same and the website, in the order of a reply's keys (contract). */
  details: readonly (PlainColumn | 'website')[];
  /** Those that a search looks through, beside name, description and excerpt. */
  searched: readonly (PlainColumn | 'website')[];
  hasMap: boolean;
}

export type PlainColumn =
  | 'phone'
  | 'email'
  | 'address'
  | 'city'
  | 'country'
  | 'province'
  | 'state'
  | 'zip'
  | 'stateprovince';

export const emptyColumns: Record<PlainColumn, string> = {
  phone: '',
  email: '',
  address: '',
  city: '',
  country: '',
  province: '',
  state: '',
  zip: '',
  stateprovince: '',
};

/** What `stateprovince` is where nobody has set it. */
export const regionOf = ({
  country,
  state,
  province,
}: Pick<RelatedRecordsTable, 'country' | 'state' | 'province'>): string =>
  state !== '' && ['', 'us', 'united states'].includes(country.toLowerCase()) ? state : province;

export const relatedKinds: Record<RelatedKind, RelatedConfig> = {
  venue: {
    kind: 'venue',
    plural: 'venues',
    noun: 'Venue',
    columns: ['address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'stateprovince'],
    details: ['address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'website', 'stateprovince'],
    searched: ['address', 'city', 'province', 'state', 'stateprovince', 'zip', 'phone'],
    hasMap: true,
  },
  organizer: {
    kind: 'organizer',
    plural: 'organizers',
    noun: 'Organizer',
    columns: ['phone', 'email'],
    details: ['phone', 'website', 'email'],
    searched: ['phone', 'email', 'website'],
    hasMap: false,
  },
};

/** A venue or organizer with its texts in the language of the reader. */
export interface RelatedRecord extends RelatedRecordsTable, Shown {
  name: string;
  description: string;
  excerpt: string;
  website: string;
  slug: string;
}

/** Values of a write; `undefined` was not sent, `null` was emptied. */
export type RelatedValues = {
  name?: string | null;
  author?: number;
  description?: string | null;
  slug?: string | null;
  status?: Status;
  website?: string | null;
  external_id?: string | null;
  image?: number | string | null;
  geo_lat?: number | null;
  geo_lng?: number | null;
  show_map?: boolean | null;
  show_map_link?: boolean | null;
} & { [K in PlainColumn]?: string | null } & PublicationDates;
