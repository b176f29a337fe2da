// What a list of terms is chosen and ordered by: however large the vocabulary, only a page of it is read whole.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { foldText } from '../../core/text/fold.ts';
import { slugify } from '../../core/text/slug.ts';
import { unindexedText } from '../../store/hints.ts';
import type { Reader } from '../../store/store.ts';
import { modifiedWithin } from '../records/list/modified.ts';
import { decodeSlug } from '../records/slugs.ts';
import { notDueYet } from './repository.ts';
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

/** Of a term's own texts `o` and those in the language asked for `l`, which it need not have. */
const shownName = sql<string>`coalesce(nullif(l.name, ''), o.name)`;
const shownDescription = sql<string>`coalesce(nullif(l.description, ''), o.description)`;
const shownSlug = sql<string>`coalesce(l.slug, o.slug)`;

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
