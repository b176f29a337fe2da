// The shape of a row in the field table of events, and rows that occur several times.
import { mapValues } from '../../../core/objects.ts';
import type { PresentedCost } from '../../../core/text/cost/cost.ts';
import { clearable, describe, type JsonSchema } from '../../../http/params/field.ts';
import { boolean } from '../../../http/params/scalars.ts';
import type { Ticket } from '../../../store/schema.ts';
import { flagColumn } from '../../records/column-types.ts';
import type { RecordView } from '../../records/common-rows.ts';
import { column, type FieldRow, none, readOnly } from '../../records/field-table.ts';
import { booleanSchema } from '../../records/reply-schemas.ts';
import type { RelatedRecord } from '../../related/types.ts';
import type { EventRecord } from '../types.ts';

/** As presented in the event. */
export type Related = Record<'categories' | 'tags' | 'venue' | 'organizer', unknown>;

export interface EventView extends RecordView {
  row: EventRecord;
  related: Related;
  utcStart: string;
  utcEnd: string;
  cost: PresentedCost;
  tickets: readonly Ticket[];
  /** Ids of parents that the caller may not read; replies show 0 instead. */
  hiddenParents: ReadonlySet<number>;
}

export interface CellView extends EventView {
  /** The first venue, if there are several. */
  venue: RelatedRecord | undefined;
  organizers: readonly string[];
  /** Paths of category names, root first. */
  categories: readonly (readonly string[])[];
  tags: readonly string[];
}

type Cell = (view: CellView) => string;

/** One cell, several named cells, or none. `asInReply` is the value in replies as text. */
export interface EventRow extends FieldRow<EventView> {
  cell: 'asInReply' | Cell | Readonly<Record<string, Cell>> | undefined;
}

type WithoutCells<Rows> = { [Name in keyof Rows]: Rows[Name] & { cell: undefined } };
export const withoutCells = <Rows extends object>(rows: Rows): WithoutCells<Rows> =>
  mapValues(rows, (row) => ({ ...row, cell: none })) as WithoutCells<Rows>;
export const cellAsInReply = <Row>(row: Row) => ({ ...row, cell: 'asInReply' as const });

export const computed = <const Masked>(schema: JsonSchema, masked: Masked, show: (view: EventView) => unknown) => ({
  ...readOnly(schema, masked, show),
  cell: none,
});
/** Members that routes add to some replies. */
export const addedByRoute = (schema: JsonSchema) => ({
  parameter: none,
  storage: none,
  reply: { schema, masked: none, show: 'later' as const, isOptional: true },
  cell: none,
});

/** False by default (D63). */
export const toggle = (parameter: string, reply: string) => ({
  parameter: clearable(describe(boolean({ default: false }), parameter)),
  storage: column(flagColumn(0)),
  reply: { schema: booleanSchema(reply), masked: null },
  cell: 'asInReply' as const,
});
