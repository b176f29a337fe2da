import { CompiledQuery } from 'kysely';
import type { Reader } from './store.ts';

type Parameters = Readonly<Record<string, unknown>>;

/** Stands for a value in a compiled query: a parameter, a member of its list, or a column of its row. */
class Placeholder {
  /** The list or row that it belongs to. There are many thousands of placeholders, so they are small. */
  readonly whole: Placeholder | undefined;
  readonly member: string | number;
  constructor(whole: Placeholder | undefined, member: string | number) {
    this.whole = whole;
    this.member = member;
  }
  of(values: Parameters): unknown {
    const whole = this.whole === undefined ? values : (this.whole.of(values) as Parameters);
    return whole[this.member];
  }
}

/** A query composed by `statement`: one plan suits all values. */
export interface Composed<Row = unknown> extends CompiledQuery<Row> {
  composedOnce?: boolean;
}

/** Each length of a list and each set of columns is another shape. */
const maxShapes = 500;

/**
 * A query that runs often: composed and compiled once per engine and per shape of its parameters (lengths of lists, columns
 * of rows), as composing costs as much as running it. The engine may also plan it once for all values. `build` may use
 * parameters as values only, never inspect them. Rows of one list have the same columns.
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
    const query = ofEngine.get(shape) ?? withoutTree(build(db, placeholdersFor(values) as P).compile(db));
    if (ofEngine.size >= maxShapes) ofEngine.clear();
    ofEngine.set(shape, query);
    const parameters = query.parameters.map((one) => (one instanceof Placeholder ? one.of(values) : one));
    const composed: Composed<Row> = { ...query, parameters, composedOnce: true };
    return (await db.executeQuery<Row>(composed)).rows;
  };
}

/** Without the syntax tree, which would take most of a worker's memory. */
const withoutTree = <Row>({ sql, parameters }: CompiledQuery<Row>): CompiledQuery<Row> =>
  CompiledQuery.raw(sql, [...parameters]) as CompiledQuery<Row>;

const isRow = (value: unknown): value is Parameters =>
  typeof value === 'object' && value !== null && !(value instanceof Uint8Array);

function shapeOf(values: Parameters): string {
  let shape = '';
  for (const name in values) {
    const value = values[name];
    if (Array.isArray(value)) shape += `${name} ${value.length} ${isRow(value[0]) ? Object.keys(value[0]) : ''} `;
    else if (isRow(value)) shape += `${name} ${Object.keys(value)} `;
  }
  return shape;
}

function placeholdersFor(value: unknown, whole?: Placeholder): unknown {
  const inside = (member: unknown, name: string | number) =>
    isRow(member) ? placeholdersFor(member, new Placeholder(whole, name)) : new Placeholder(whole, name);
  if (Array.isArray(value)) return value.map(inside);
  return Object.fromEntries(Object.entries(value as Parameters).map(([name, member]) => [name, inside(member, name)]));
}
