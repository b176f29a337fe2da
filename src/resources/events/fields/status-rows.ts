// Fields for the status of an event (canceled, postponed, …) and its attendance mode.
import { attendanceModes, eventStatuses } from '../../../core/event-status.ts';
import { toPlainText } from '../../../core/text/plain-text.ts';
import { clearable, describe } from '../../../http/params/field.ts';
import { oneOf, text, textAs } from '../../../http/params/scalars.ts';
import type { EventsTable } from '../../../store/schema.ts';
import { addedColumn, textColumn, wordColumn } from '../../records/column-types.ts';
import { column, computedColumn, none, readOnly, textIn, visible } from '../../records/field-table.ts';
import { parseWebsite } from '../../records/fields.ts';
import { flag, textOf } from '../../records/reply-schemas.ts';

interface View {
  row: Pick<EventsTable, 'attendance_mode' | 'online_url'>;
}

export const statusRows = {
  event_status: {
    parameter: clearable(
      describe(
        oneOf(eventStatuses, { default: 'scheduled' }),
        'Whether the event takes place as announced; what is `moved_online` and was `offline` is `online`',
      ),
    ),
    storage: column(addedColumn(wordColumn(eventStatuses))),
    reply: {
      schema: { type: 'string', enum: eventStatuses, description: 'Whether the event takes place as announced' },
      masked: visible,
    },
    cell: 'asShown',
  },
  event_status_reason: {
    parameter: clearable(describe(text({ max: 2000 }), 'Why it does not, plain text')),
    storage: textIn('event_status_reason', (sent) => toPlainText(sent)),
    reply: { schema: textOf('Why it does not, plain text; empty where there is none'), masked: '' },
    cell: 'asShown',
  },
  previous_start_date: {
    parameter: none,
    storage: computedColumn(addedColumn(textColumn)),
    reply: {
      schema: textOf("Start before the event was rescheduled, in the event's time zone; empty where it is not known"),
      masked: visible,
    },
    cell: none,
  },
  attendance_mode: {
    parameter: clearable(
      describe(oneOf(attendanceModes, { default: 'offline' }), 'Whether people come, take part online, or choose'),
    ),
    storage: column(addedColumn(wordColumn(attendanceModes))),
    reply: {
      schema: {
        type: 'string',
        enum: attendanceModes,
        description: 'Whether people come, take part online, or choose',
      },
      masked: null,
    },
    cell: 'asShown',
  },
  online_url: {
    parameter: clearable(
      describe(textAs({ format: 'uri' }, 'url_expected', parseWebsite), 'Address of the stream or the meeting'),
    ),
    storage: column(addedColumn(textColumn)),
    reply: { schema: textOf('Address of the stream or the meeting; empty where there is none'), masked: '' },
    cell: 'asShown',
  },
  is_virtual: {
    ...readOnly(flag('People can take part online'), null, ({ row }: View) => row.attendance_mode !== 'offline'),
    cell: none,
  },
  virtual_url: { ...readOnly(textOf('The same as `online_url`'), '', ({ row }: View) => row.online_url), cell: none },
} as const;
