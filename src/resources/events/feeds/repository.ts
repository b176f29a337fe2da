import type { Taxonomy } from '../../../core/kinds.ts';
import { quoted } from '../../../core/text/quoted.ts';
import type { Reader } from '../../../store/store.ts';
import { findRelatedByIds } from '../../related/repository.ts';
import { findTermsByIds, idsOfTerms } from '../../terms/repository.ts';
import type { ListValues } from '../list/list-request.ts';
import type { FeedScope } from './format.ts';

type NameReader = Pick<FeedScope, 'language' | 'now'>;

export async function namesOfTerms(
  db: Reader,
  taxonomy: Taxonomy,
  references: readonly string[],
  reader: NameReader,
): Promise<string[]> {
  const ids = (await idsOfTerms(db, taxonomy, references)).filter((id) => id !== undefined);
  return (await findTermsByIds(db, ids, reader)).map(({ name }) => name).sort();
}

/** Names of venues or organizers; the caller must be allowed to read them. */
const namesOfRelated = async (db: Reader, ids: readonly number[], { language }: NameReader): Promise<string[]> =>
  (await findRelatedByIds(db, ids, language)).map(({ title }) => title).sort();

/** Names of the filters in use: `Jazz`, `Town hall`. */
export async function namesOfFilters(db: Reader, values: ListValues, reader: NameReader): Promise<string[]> {
  const { categories = [], tags = [], venue = [], organizer = [], search } = values;
  return [
    ...(await namesOfTerms(db, 'category', categories, reader)),
    ...(await namesOfTerms(db, 'tag', tags, reader)),
    ...(await namesOfRelated(db, venue, reader)),
    ...(await namesOfRelated(db, organizer, reader)),
    ...(search === undefined ? [] : [quoted(search, reader.language)]),
  ];
}
