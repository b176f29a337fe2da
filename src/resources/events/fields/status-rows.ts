// Fields for the status of an event (canceled, postponed, …) and its attendance mode.

import { attendanceModes, eventStatuses } from '../../../core/event-status.ts';
import { toPlainText } from '../../../core/text/plain-text.ts';
import { clearable, describe } from '../../../http/params/field.ts';
import { oneOf, text, textAs } from '../../../http/params/scalars.ts';
import type { EventsTable } from '../../../store/schema.ts';
import { addedColumn, textColumn, wordColumn } from '../../records/column-types.ts';
import { column, computedColumn, none, readOnly, textIn, visible } from '../../records/field-table.ts';
import { maxLineLength, parseWebsite } from '../../records/fields.ts';
import { booleanSchema, textSchema } from '../../records/reply-schemas.ts';

interface View {
  row: Pick<EventsTable, 'attendance_mode' | 'online_url'>;
}

export const statusRows = {
  event_status: {
    parameter: clearable(
      describe(
        oneOf(eventStatuses, { default: 'scheduled' }),
        'Whether the event takes place as announced; `moved_online` changes an attendance mode of `offline` to `online`',
      ),
    ),
    storage: column(addedColumn(wordColumn(eventStatuses))),
    reply: {
      schema: { type: 'string', enum: eventStatuses, description: 'Whether the event takes place as announced' },
      masked: visible,
    },
    cell: 'asInReply',
  },
  event_status_reason: {
    parameter: clearable(describe(text({ max: maxLineLength }), 'Reason for the event status, plain text')),
    storage: textIn('event_status_reason', toPlainText),
    reply: { schema: textSchema('Reason for the event status, plain text; may be empty'), masked: '' },
    cell: 'asInReply',
  },
  previous_start_date: {
    parameter: none,
    storage: computedColumn(addedColumn(textColumn)),
    reply: {
      schema: textSchema("Start before the event was rescheduled, in the event's time zone; empty if unknown"),
      masked: visible,
    },
    cell: none,
  },
  attendance_mode: {
    parameter: clearable(
      describe(oneOf(attendanceModes, { default: 'offline' }), 'Whether people attend in person, online, or either'),
    ),
    storage: column(addedColumn(wordColumn(attendanceModes))),
    reply: {
      schema: {
        type: 'string',
        enum: attendanceModes,
        description: 'Whether people attend in person, online, or either',
      },
      masked: null,
    },
    cell: 'asInReply',
  },
  online_url: {
    parameter: clearable(
      describe(textAs({ format: 'uri' }, 'url_expected', parseWebsite), 'URL of the stream or meeting'),
    ),
    storage: column(addedColumn(textColumn)),
    reply: { schema: textSchema('URL of the stream or meeting; may be empty'), masked: '' },
    cell: 'asInReply',
  },
  is_virtual: {
    ...readOnly(
      booleanSchema('Whether people can attend online'),
      null,
      ({ row }: View) => row.attendance_mode !== 'offline',
    ),
    cell: none,
  },
  virtual_url: {
    ...readOnly(textSchema('The same as `online_url`'), '', ({ row }: View) => row.online_url),
    cell: none,
  },
} as const;
