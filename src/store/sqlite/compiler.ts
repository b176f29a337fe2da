import { type QueryCompiler, SqliteDialect, SqliteQueryCompiler } from 'kysely';

/**
 * Adds a plus before each parameter, which changes no value. In a query with an order, a limit or a join the engine looks
 * at the values of bare parameters, and then plans the statement anew on each run.
 */
export class PlannedOnceCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?';
  }
}

export class PlannedOnceDialect extends SqliteDialect {
  override createQueryCompiler(): QueryCompiler {
    return new PlannedOnceCompiler();
  }
}
