import type { MediaTable } from '../../store/schema.ts';
import type { TextLanguages } from '../records/texts/localised-texts.ts';

/** Columns for the image object in other records. */
export type ImageRow = Pick<
  MediaTable,
  'id' | 'storage_key' | 'filename' | 'extension' | 'width' | 'height' | 'filesize' | 'sizes'
>;

/** Images of a page of records, by id. */
export type ImageRows = ReadonlyMap<number, ImageRow>;

/** An image with its texts in the language of the request. */
export interface Medium extends MediaTable, TextLanguages {
  title: string;
  alt_text: string;
}
