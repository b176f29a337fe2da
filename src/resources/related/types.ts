import type { RelatedKind } from '../../core/kinds.ts';
import type { RelatedRecordsTable } from '../../store/schema.ts';
import type { TextLanguages } from '../records/texts/localised-texts.ts';

type SearchedColumn =
  | 'address'
  | 'city'
  | 'province'
  | 'state'
  | 'stateprovince'
  | 'zip'
  | 'phone'
  | 'email'
  | 'website';

/** Differences between venues and organizers. */
export interface RelatedConfig {
  kind: RelatedKind;
  plural: 'venues' | 'organizers';
  /** Singular, for the API documentation. */
  noun: 'Venue' | 'Organizer';
  /** Searched in addition to name, description and excerpt. */
  searched: readonly SearchedColumn[];
}

/** Default of `stateprovince`. */
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
    searched: ['address', 'city', 'province', 'state', 'stateprovince', 'zip', 'phone'],
  },
  organizer: {
    kind: 'organizer',
    plural: 'organizers',
    noun: 'Organizer',
    searched: ['phone', 'email', 'website'],
  },
};

/** A venue or organizer with its texts in the language of the request. */
export interface RelatedRecord extends RelatedRecordsTable, TextLanguages {
  name: string;
  description: string;
  excerpt: string;
  website: string;
  slug: string;
}
