import type { Expression, SqlBool } from 'kysely';

/** What differs between the engines; everything else is one code over Kysely. */
export interface Dialect {
  /** Ids of records whose shown texts contain the folded term. `titleOnly` leaves out description and excerpt. */
  textContains(term: string, titleOnly: boolean): Expression<SqlBool>;
  isUniqueViolation(error: unknown): boolean;
}
