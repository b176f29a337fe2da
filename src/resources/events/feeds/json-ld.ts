import { eventJsonLd } from '../fields/json-ld.ts';
import { pageUrl } from './event-parts.ts';
import type { FeedFormat } from './format.ts';

export const jsonLd: FeedFormat = {
  extension: 'jsonld',
  mediaType: 'application/ld+json',
  operationId: 'listEventsAsJsonLd',
  summary: 'All events as schema.org data',
  disposition: 'inline',
  isPaged: false,
  parameters: {},
  open(_head, scope) {
    const pieces: Buffer[] = [];
    return {
      add({ events, relations: { images } }) {
        const lines = events.map(({ row, related, isMasked }) => {
          const url = pageUrl(row, scope.links, scope.now);
          const {
            '@context': _,
            description,
            eventAttendanceMode,
            ...event
          } = eventJsonLd(row, related, url, { ...scope, images });
          return JSON.stringify({ '@id': url, ...event, ...(isMasked ? {} : { description, eventAttendanceMode }) });
        });
        const piece = Buffer.from((pieces.length === 0 ? '' : ',') + lines.join(','));
        pieces.push(piece);
        return piece.length;
      },
      finish: () => ['{"@context":"https://schema.org","@graph":[', ...pieces, ']}\n'],
    };
  },
};
