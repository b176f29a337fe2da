// General part of the API description; the rest is generated from the routes.
import type { OpenApiOptions } from '../../http/openapi/document.ts';
import { messageOperations } from '../webhooks/reply-schemas.ts';
import { bodyExamples } from './openapi-examples.ts';

const description = `A self-hosted events calendar: events, venues, organizers, event categories and event tags.

**Reading** is public and returns what the caller may read. **Writing** needs an application password, by HTTP Basic or as Bearer token. Invalid credentials always fail; they are never treated as anonymous.

**Parameters** come in the body (JSON or form) or in the query; the body wins, and the path wins over both. Numbers and switches may be written as text. Dates are \`2027-05-10 14:30:00\`, ISO 8601, Unix timestamps, \`20270510\`, or words such as \`tomorrow 9am\`. An address ending in \`/\` is the same address. HEAD answers like GET; OPTIONS describes a path, an unknown one by an empty list, and is answered to anyone.

**Updates** change only what is sent, with POST, PUT and PATCH alike. A POST may stand for another method, by the query parameter \`_method\` or the header \`X-HTTP-Method-Override\`.

**Errors** have a \`code\` for programs, a \`message\` for people, and in \`data\` the status and what belongs to the code. All wrong parameters are named at once. While the database cannot be reached, any request may be answered with 503 \`service_unavailable\` and \`Retry-After\`.`;

export type ServiceDescription = Omit<OpenApiOptions, 'server' | 'home'>;

export const describeSite = (version: string): ServiceDescription => ({
  title: 'Kalends events calendar',
  description,
  version,
  tags: [
    { name: 'Event', description: 'Events, with their dates, cost, terms, venues and organizers.' },
    { name: 'Venue', description: 'Places where events are held.' },
    { name: 'Organizer', description: 'People and organizations that hold events.' },
    { name: 'Category', description: 'Categories of events, in a tree.' },
    { name: 'Tag', description: 'Tags of events.' },
    { name: 'Media', description: 'Images, and the files that show them.' },
    { name: 'Feed', description: 'Events as files for other programs.' },
    { name: 'Change', description: 'What has changed, for those who keep a copy.' },
    { name: 'Webhook', description: 'Messages to other servers about what has changed, for administrators.' },
    { name: 'Audit', description: 'Who changed what, for administrators.' },
    { name: 'User', description: "The caller's own application passwords." },
    { name: 'Site', description: 'The interface itself: its routes, this document, and writes in one go.' },
  ],
  examples: bodyExamples,
  webhooks: messageOperations(),
});
