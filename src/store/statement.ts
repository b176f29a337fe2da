import type { CompiledQuery } from 'kysely';
import type { Reader } from './store.ts';

type Parameters = Readonly<Record<string, unknown>>;

/** Stands in a query for the value of a parameter, or for one of its list. */
class Placeholder {
  readonly name: string;
  readonly index: number | undefined;
  constructor(name: string, index?: number) {
    this.name = name;
    this.index = index;
  }
  of(values: Parameters): unknown {
    const value = values[this.name];
    return this.index === undefined ? value : (value as readonly unknown[])[this.index];
  }
}

/**
 * A query that runs often: composed and compiled once for each engine, and for each length of its lists, instead of
 * each time, which costs as much as running it. `build` may use its parameters as values only, never look at them.
 */
export function statement<P extends Parameters, Row>(
  build: (db: Reader, parameters: P) => { compile(db: Reader): CompiledQuery<Row> },
): (db: Reader, parameters: P) => Promise<Row[]> {
  const compiled = new WeakMap<object, Map<string, CompiledQuery<Row>>>();
  return async (db, values) => {
    const executor = db.getExecutor();
    const ofEngine = compiled.get(executor.adapter) ?? new Map<string, CompiledQuery<Row>>();
    compiled.set(executor.adapter, ofEngine);
    const shape = shapeOf(values);
    const query = ofEngine.get(shape) ?? build(db, placeholdersFor(values) as P).compile(db);
    ofEngine.set(shape, query);
    const parameters = query.parameters.map((one) => (one instanceof Placeholder ? one.of(values) : one));
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}

function shapeOf(values: Parameters): string {
  let shape = '';
  for (const name in values) {
    const value = values[name];
    if (Array.isArray(value)) shape += `${name} ${value.length} `;
  }
  return shape;
}

const placeholdersFor = (values: Parameters): Parameters =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map((_, index) => new Placeholder(name, index)) : new Placeholder(name),
    ]),
  );
