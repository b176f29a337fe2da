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
    let separator = '';
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
        const added = separator + lines.join(',');
        separator = ',';
        return added;
      },
      frame: () => ({ before: '{"@context":"https://schema.org","@graph":[', after: ']}\n' }),
    };
  },
};
