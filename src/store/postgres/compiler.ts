import { PostgresQueryCompiler, type RawNode } from 'kysely';
import { isSqliteOnly } from '../hints.ts';

export class UnhintedCompiler extends PostgresQueryCompiler {
  protected override visitRaw(node: RawNode): void {
    if (!isSqliteOnly(node)) super.visitRaw(node);
  }
}
