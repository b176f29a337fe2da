import { named } from '../../http/openapi/schema.ts';
import { allOptional, emptiable, type Values } from '../../http/params/field.ts';
import { publicationParameters } from '../records/common-rows.ts';
import { maskedSchemaOf, parametersOf, replySchemaOf } from '../records/field-table.ts';
import { deleteFields, eventPassword, readFields } from '../records/fields.ts';
import { deletionOf, pageOf } from '../records/reply-schemas.ts';
import { eventTable } from './fields/table.ts';

export const eventFields = parametersOf(eventTable, [
  'title',
  'start_date',
  'end_date',
  ...publicationParameters,
  'excerpt',
  'timezone',
]);

/** An empty title removes the title of a translation (D59). */
export const eventUpdateFields = { ...allOptional(eventFields), title: emptiable(eventFields.title) };

/** Values of a write: `undefined` means not sent, `null` cleared. */
export type EventValues = Values<typeof eventUpdateFields>;

export const eventReadFields = { ...readFields, password: eventPassword };
export const eventDeleteFields = { ...deleteFields, password: eventPassword };

const eventSchema = named('Event', replySchemaOf(eventTable));

const protectedEventSchema = named('ProtectedEvent', {
  ...maskedSchemaOf(eventTable),
  description: 'A password-protected event in a list, for callers who did not send the password',
});

export const eventReplies = {
  one: eventSchema,
  page: pageOf('EventList', 'events', { oneOf: [eventSchema, protectedEventSchema] }),
  deletion: deletionOf('DeletedEvent', eventSchema),
} as const;
