// JSON Schemas of replies about events.
import { named } from '../../../http/openapi/schema.ts';
import { maskedSchemaOf, replySchemaOf } from '../../records/field-table.ts';
import { deletionOf, pageOf } from '../../records/reply-schemas.ts';
import { eventTable } from './table.ts';

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
