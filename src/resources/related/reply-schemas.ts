import type { RelatedKind } from '../../core/kinds.ts';
import { named } from '../../http/openapi/schema.ts';
import { replySchemaOf } from '../records/field-table.ts';
import { deletionOf, pageOf } from '../records/reply-schemas.ts';
import { relatedTables } from './table.ts';

export const venueSchema = named('Venue', replySchemaOf(relatedTables.venue));
export const organizerSchema = named('Organizer', replySchemaOf(relatedTables.organizer));

export const relatedReplies = {
  venue: {
    one: venueSchema,
    page: pageOf('VenueList', 'venues', venueSchema),
    deletion: deletionOf('DeletedVenue', venueSchema),
  },
  organizer: {
    one: organizerSchema,
    page: pageOf('OrganizerList', 'organizers', organizerSchema),
    deletion: deletionOf('DeletedOrganizer', organizerSchema),
  },
} as const satisfies Record<RelatedKind, object>;
