// What a list of terms is chosen and ordered by: however large the vocabulary, only a page of it is read whole.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { foldText } from '../../core/text/fold.ts';
import { slugify } from '../../core/text/slug.ts';
import { unindexedText } from '../../store/hints.ts';
import type { Taxonomy } from '../../store/schema.ts';
import { statement } from '../../store/statement.ts';
import type { Reader } from '../../store/store.ts';
import { modifiedWithin } from '../records/list/modified.ts';
import { decodeSlug } from '../records/slugs.ts';
import { notDueYet, shownDescription, shownName, shownSlug } from './repository.ts';
import type { TermFilter, TermKey } from './types.ts';

/** Of all terms that the filter finds, empty ones included, in no order. */
export async function matchingKeys(
  db: Reader,
  filter: TermFilter,
  language: string,
  now: number,
): Promise<readonly TermKey[]> {
  const { search, orderBy } = filter;
  const texts = [
    ...(search !== undefined ? [sql`, ${shownName} as name`] : []),
    ...(search !== undefined || orderBy === 'slug' ? [sql`, ${shownSlug} as slug`] : []),
    ...(orderBy === 'description' ? [sql`, ${shownDescription} as description`] : []),
  ];
  const isOfTexts = texts.length > 0 || filter.slugs !== undefined;
  const { rows } = await sql<TermKey>`
    select t.id, t.event_count - ${notDueYet(now)} as count ${sql.join(texts, sql``)}
    from terms t ${isOfTexts ? textsIn(language) : sql``}
    where ${sql.join(conditions(filter), sql` and `)}`.execute(db);
  if (search === undefined) return rows;
  const wanted = foldText(search);
  // Slugs are stored as they stand in addresses.
  return rows.filter(({ name = '', slug = '' }) =>
    [name, slug, decodeSlug(slug)].some((text) => foldText(text).includes(wanted)),
  );
}

const textsIn = (language: string) => sql`
  join term_texts o on o.term_id = t.id and o.is_original = 1
  left join term_texts l on l.term_id = t.id and l.language = ${language}`;

function conditions({ taxonomy, ...filter }: TermFilter): RawBuilder<SqlBool>[] {
  const { include, exclude, parent, eventId, slugs, search, modified } = filter;
  const isLedByIds = (include ?? eventId ?? slugs) !== undefined;
  const vocabulary = isLedByIds ? unindexedText(sql`t.taxonomy`) : sql`t.taxonomy`;
  const found = [sql<SqlBool>`${vocabulary} = ${taxonomy}`];
  if (include) found.push(sql`t.id in (${sql.join(include)})`);
  else if (exclude) found.push(sql`t.id not in (${sql.join(exclude)})`);
  if (parent !== undefined) found.push(sql`t.parent_id = ${parent}`);
  if (eventId !== undefined) found.push(sql`t.id in (select term_id from event_terms where event_id = ${eventId})`);
  if (slugs) {
    const own = sql.join(slugs.map(slugify));
    found.push(sql`t.id in (select term_id from term_texts where taxonomy = ${taxonomy} and slug in (${own}))`);
    found.push(sql`${shownSlug} in (${own})`);
  }
  if (search !== undefined) found.push(mayHave(foldText(search)));
  for (const condition of modifiedWithin(modified, sql.ref('t.modified_at'))) found.push(sql<SqlBool>`${condition}`);
  return found;
}

/** Leaves few others to be looked at letter by letter: an encoded slug has the text only when it is decoded. */
function mayHave(text: string): RawBuilder<SqlBool> {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  const has = (column: RawBuilder<unknown>) => sql<SqlBool>`${column} like ${pattern} escape '\\'`;
  const name = sql`case when l.name <> '' then l.name_folded else o.name_folded end`;
  return sql`(${has(name)} or ${has(shownSlug)} or ${shownSlug} like '%\\%%' escape '\\')`;
}

type InLanguage = { taxonomy: Taxonomy; language: string };

const namesIn = (db: Reader, language: string) =>
  db
    .selectFrom('term_texts')
    .select(['term_id as id', 'is_original', 'name'])
    .where((eb) => eb.or([eb('is_original', '=', 1), eb('language', '=', language)]));

const allNames = statement((db, { taxonomy, language }: InLanguage) =>
  namesIn(db, language).where('taxonomy', '=', taxonomy),
);

const someNames = statement((db, { taxonomy, language, ids }: InLanguage & { ids: readonly number[] }) =>
  namesIn(db, language).where('term_id', 'in', ids).where(unindexedText(sql`taxonomy`), '=', taxonomy),
);

/** Names as shown in the language by id: of all terms of the vocabulary, or of those named. */
export async function termNames(
  db: Reader,
  taxonomy: Taxonomy,
  language: string,
  ids?: readonly number[],
): Promise<Map<number, string>> {
  const asked = { taxonomy, language };
  const rows =
    ids === undefined ? await allNames(db, asked) : ids.length === 0 ? [] : await someNames(db, { ...asked, ids });
  const names = new Map<number, string>();
  // A translation's name is shown where there is one.
  for (const { id, is_original, name } of rows)
    if (is_original === 0 ? name !== '' : !names.has(id)) names.set(id, name);
  return names;
}
