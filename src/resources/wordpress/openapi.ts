import type { OpenApiOptions } from '../../http/openapi/document.ts';

export const wordpressNamespace = 'wp/v2';

const description = `What clients and scripts of WordPress call beside the calendar: to see who they are, to upload a picture, to look a tag up. The records and the rules are those of the calendar; only the shapes are of the platform.`;

export const describeWordpress = (version: string): Omit<OpenApiOptions, 'server' | 'home'> => ({
  title: 'Kalends for clients of WordPress',
  description,
  version,
  tags: [
    { name: 'Site', description: 'The interface itself: its routes and this document.' },
    { name: 'User', description: "The caller's own account." },
    { name: 'Attachment', description: 'Images.' },
    { name: 'Tag', description: 'Tags of events.' },
    { name: 'Calendar', description: 'Events, venues, organizers and categories, to read.' },
  ],
  examples: { TagCreate: [{ name: 'river walk' }] },
});
