import type { RawBuilder } from 'kysely';

/** What differs between the engines; everything else is one code over Kysely. */
export interface Dialect {
  /**
   * A table expression with the rows `t` of `record_texts` in which the folded term occurs. `titleOnly`
   * leaves out description and excerpt.
   */
  textsWith(term: string, titleOnly: boolean): RawBuilder<unknown>;
  isUniqueViolation(error: unknown): boolean;
}
