import { type QueryCompiler, SqliteDialect, SqliteQueryCompiler } from 'kysely';

/**
 * Puts a plus before each parameter, which changes no value. In a query with an order, a limit or a join the engine
 * looks at what a bare parameter is bound to, and then plans the statement anew each time that it runs.
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
