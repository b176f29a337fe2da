import { type Expression, type SqlBool, sql } from 'kysely';
import type { RecordKind } from '../../store/schema.ts';
import type { Dialect } from '../../store/dialect.ts';

interface TextSearch {
  /** The id column of the record, `e.id`. */
  column: string;
  kind: RecordKind;
  /** Texts are searched as they are shown in this language (D60). */
  language: string;
  include: readonly string[];
  exclude: readonly string[];
  /** A condition that limits a record to its title, for what is masked (D16). */
  titleOnly?: Expression<SqlBool>;
}

/** Records whose shown texts have all the folded terms and none of the excluded ones. No term at all finds nothing (D44). */
export function containsAll(dialect: Dialect, search: TextSearch): Expression<SqlBool> {
  if (search.include.length === 0 && search.exclude.length === 0) return sql<SqlBool>`0 = 1`;
  const id = sql.ref(search.column);
  const found = (term: string) => {
    const anywhere = sql<SqlBool>`${id} in ${matching(dialect, search, term, false)}`;
    if (!search.titleOnly) return anywhere;
    const inTitle = sql<SqlBool>`${id} in ${matching(dialect, search, term, true)}`;
    return sql<SqlBool>`(${anywhere} and (not ${search.titleOnly} or ${inTitle}))`;
  };
  const all = [...search.include.map(found), ...search.exclude.map((term) => sql<SqlBool>`not ${found(term)}`)];
  return sql<SqlBool>`(${sql.join(all, sql` and `)})`;
}

function matching(dialect: Dialect, { kind, language }: TextSearch, term: string, titleOnly: boolean) {
  return sql`(select t.record_id from record_texts t where t.kind = ${kind} and ${dialect.textContains(term, titleOnly)}
    and (t.language = ${language} or (t.is_original = 1
      and not exists (select 1 from record_texts x where x.record_id = t.record_id and x.language = ${language}))))`;
}
