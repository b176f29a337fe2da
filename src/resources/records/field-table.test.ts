import { expect, test } from 'vitest';
import { Problems } from '../../core/api-error.ts';
import { clearable, required } from '../../http/params/field.ts';
import { boolean, text } from '../../http/params/scalars.ts';
import { flagColumn, textColumn } from './column-types.ts';
import {
  changesIn,
  cleanerOf,
  column,
  columnTypesOf,
  emptyColumns,
  type FieldRow,
  maskedColumnsOf,
  maskedSchemaOf,
  maskedValuesOf,
  none,
  parametersOf,
  presenterOf,
  readOnly,
  replySchemaOf,
  textIn,
  visible,
} from './field-table.ts';

interface View {
  row: { id: number; title: string; cost: string; featured: 0 | 1 };
}

const table = {
  id: readOnly({ type: 'integer' }, visible, ({ row }: View) => row.id),
  title: {
    parameter: required(text()),
    storage: textIn('title', (sent) => sent.trim()),
    reply: { schema: { type: 'string' }, masked: visible },
  },
  cost: {
    parameter: clearable(text()),
    storage: column(textColumn),
    reply: { schema: { type: 'string' }, masked: '' },
  },
  featured: {
    parameter: clearable(boolean()),
    storage: column(flagColumn(0)),
    reply: { schema: { type: 'boolean' }, masked: null },
  },
  password: { parameter: clearable(text()), storage: 'special', reply: none },
  distance: {
    parameter: none,
    storage: none,
    reply: { schema: { type: 'number' }, masked: none, show: 'later', isOptional: true },
  },
} as const satisfies Readonly<Record<string, FieldRow<View>>>;

const row = { id: 5, title: 'Gala', cost: '20', featured: 1 } as const;

test('Parameters come in the order given first, then in the order of the table', () => {
  expect(Object.keys(parametersOf(table, ['featured']))).toEqual(['featured', 'title', 'cost', 'password']);
});

test('Only fields that were sent change, and null stores the default value', () => {
  expect(changesIn(table)({ featured: true, cost: null })).toEqual({ columns: { cost: '', featured: 1 }, texts: {} });
  expect(changesIn(table)({ title: null })).toEqual({ columns: {}, texts: { title: '' } });
  expect(emptyColumns(table)).toEqual({ cost: '', featured: 0 });
});

test('Texts are cleaned before they are stored', () => {
  const values = { title: ' Gala ', cost: ' 20 ' };
  cleanerOf(table)(values, new Problems());
  expect(values).toEqual({ title: 'Gala', cost: ' 20 ' });
});

test('Texts that are empty or too long once they are cleaned are refused', () => {
  const title = { ...table.title, parameter: required(text({ filled: true, max: 5 })) };
  const problemsOf = (sent: string) => {
    const problems = new Problems();
    cleanerOf({ title: { ...title, storage: textIn('title', (text) => text.replace('&', '&amp;').trim()) } })(
      { title: sent },
      problems,
    );
    return problems.has('title');
  };
  expect(['a&b', 'ab&c', ' '].map(problemsOf)).toEqual([true, true, true]);
  expect(['&', 'abcde'].map(problemsOf)).toEqual([false, false]);
});

test('A reply has its members in the order of the table', () => {
  const reply = presenterOf<View>(table)({ row });
  expect(Object.entries(reply)).toEqual(Object.entries({ id: 5, title: 'Gala', cost: '20', featured: true }));
  expect(replySchemaOf<View>(table)['required']).toEqual(['id', 'title', 'cost', 'featured']);
});

test('Masked members have replacement values, columns and a schema of their own', () => {
  expect(maskedValuesOf<View>(table)).toEqual({ cost: '', featured: null });
  expect(maskedColumnsOf<View>(table)).toEqual({ cost: '', featured: 0 });
  expect(maskedSchemaOf<View>(table)).toMatchObject({
    properties: { id: { type: 'integer' }, title: { type: 'string' }, cost: { const: '' }, featured: { type: 'null' } },
  });
});

test('A stored value is exported in its column type, and restored as it was', () => {
  const types = [...columnTypesOf(table)];
  const exported = types.map(([name, type]) => type.show(row[name as keyof typeof row]));
  expect(exported).toEqual(['20', true]);
  expect(types.map(([, type], at) => type.restore(exported[at]))).toEqual(['20', 1]);
});
