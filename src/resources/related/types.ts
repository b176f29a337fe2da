import type { RelatedKind } from '../../core/kinds.ts';
import type { RelatedRecordsTable } from '../../store/schema.ts';
import type { LocalisedTexts } from '../records/texts/localised-texts.ts';

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

/** Searched in addition to name, description and excerpt. */
export const searchedColumns: Record<RelatedKind, readonly SearchedColumn[]> = {
  venue: ['address', 'city', 'province', 'state', 'stateprovince', 'zip', 'phone'],
  organizer: ['phone', 'email', 'website'],
};

/** Default of `stateprovince`. */
export const regionOf = ({
  country,
  state,
  province,
}: Pick<RelatedRecordsTable, 'country' | 'state' | 'province'>): string =>
  state !== '' && ['', 'us', 'united states'].includes(country.toLowerCase()) ? state : province;

/** A venue or organizer with its texts in the language of the request. */
export interface RelatedRecord extends RelatedRecordsTable, LocalisedTexts {
  /** The same as the title. */
  name: string;
}
