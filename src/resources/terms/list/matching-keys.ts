// Reads only what filters and sorts terms, so that even in a large vocabulary just one page is read in full.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { foldText } from '../../../core/text/fold.ts';
import { slugify } from '../../../core/text/slug.ts';
import { unindexedText } from '../../../store/hints.ts';
import type { Reader } from '../../../store/store.ts';
import { timeWithin } from '../../records/list/time-range.ts';
import { decodeSlug } from '../../records/slugs.ts';
import { notDueYet } from '../repository.ts';
import type { TermFilter, TermKey } from '../types.ts';

/** Keys of all matching terms, those without events included, unordered. */
export async function matchingKeys(
  db: Reader,
  filter: TermFilter,
  language: string,
  now: number,
): Promise<readonly TermKey[]> {
  const { search, orderBy } = filter;
  const texts = [
    ...(search !== undefined ? [sql`, ${localizedName} as name`] : []),
    ...(search !== undefined || orderBy === 'slug' ? [sql`, ${localizedSlug} as slug`] : []),
    ...(orderBy === 'description' ? [sql`, ${localizedDescription} as description`] : []),
  ];
  const { rows } = await sql<TermKey>`
    select t.id, t.event_count - ${notDueYet(now)} as count ${sql.join(texts, sql``)}
    from terms t ${texts.length > 0 ? textsIn(language) : sql``}
    where ${sql.join(conditions(filter), sql` and `)}`.execute(db);
  if (search === undefined) return rows;
  const folded = foldText(search);
  // Slugs are stored percent-encoded.
  return rows.filter(({ name = '', slug = '' }) =>
    [name, slug, decodeSlug(slug)].some((text) => foldText(text).includes(folded)),
  );
}

/** `o` are the original texts, `l` the translation into the requested language, if any. */
const localizedName = sql<string>`coalesce(nullif(l.name, ''), o.name)`;
/** Only the beginning, because cursors contain it. */
const localizedDescription = sql<string>`substr(coalesce(nullif(l.description, ''), o.description), 1, 200)`;
const localizedSlug = sql<string>`coalesce(l.slug, o.slug)`;

const textsIn = (language: string) => sql`
  join term_texts o on o.term_id = t.id and o.is_original = 1
  left join term_texts l on l.term_id = t.id and l.language = ${language}`;

function conditions({ taxonomy, ...filter }: TermFilter): RawBuilder<SqlBool>[] {
  const { include, exclude, parent, eventId, slugs, search, modified } = filter;
  const isSelective = (include ?? eventId ?? slugs) !== undefined;
  const vocabulary = isSelective ? unindexedText(sql`t.taxonomy`) : sql`t.taxonomy`;
  const found = [sql<SqlBool>`${vocabulary} = ${taxonomy}`];
  if (include) found.push(sql`t.id in (${sql.join(include)})`);
  else if (exclude) found.push(sql`t.id not in (${sql.join(exclude)})`);
  if (parent !== undefined) found.push(sql`t.parent_id = ${parent}`);
  if (eventId !== undefined) found.push(sql`t.id in (select term_id from event_terms where event_id = ${eventId})`);
  if (slugs) {
    // In any language, like the slugs of records.
    const encoded = sql.join(slugs.map(slugify));
    found.push(sql`t.id in (select term_id from term_texts where taxonomy = ${taxonomy} and slug in (${encoded}))`);
  }
  if (search !== undefined) found.push(mayMatch(foldText(search)));
  for (const condition of timeWithin(modified, sql.ref('t.modified_at'))) found.push(sql<SqlBool>`${condition}`);
  return found;
}

/** Narrows a search in SQL. Percent-encoded slugs always pass, since they can only be compared once decoded. */
function mayMatch(text: string): RawBuilder<SqlBool> {
  // A server may read backslashes in literals as escapes.
  const pattern = `%${text.replace(/[!%_]/g, '!$&')}%`;
  const has = (column: RawBuilder<unknown>) => sql<SqlBool>`${column} like ${pattern} escape '!'`;
  const name = sql`case when l.name <> '' then l.name_folded else o.name_folded end`;
  return sql`(${has(name)} or ${has(localizedSlug)} or ${localizedSlug} like '%!%%' escape '!')`;
}
