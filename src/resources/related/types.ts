import type { RelatedRecordsTable } from '../../store/schema.ts';
import type { LocalisedTexts } from '../records/texts/localised-texts.ts';

/** Default of `stateprovince`. */
export const regionOf = ({
  country,
  state,
  province,
}: Pick<RelatedRecordsTable, 'country' | 'state' | 'province'>): string =>
  state !== '' && ['', 'us', 'united states'].includes(country.toLowerCase()) ? state : province;

/** A venue or organizer with its texts in the language of the request. */
export type RelatedRecord = RelatedRecordsTable & LocalisedTexts;
