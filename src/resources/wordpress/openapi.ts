import type { OpenApiOptions } from '../../http/openapi/document.ts';

export const wordpressNamespace = 'wp/v2';

const description = `The routes that WordPress clients and scripts use besides those of the calendar: their own account, image uploads, tags. Records and permissions are those of the calendar; only the formats are those of WordPress.`;

export const describeWordpress = (version: string): Omit<OpenApiOptions, 'server' | 'home'> => ({
  title: 'Kalends for clients of WordPress',
  description,
  version,
  tags: [
    { name: 'Site', description: 'The API itself: its routes and this document.' },
    { name: 'User', description: "The caller's own account." },
    { name: 'Attachment', description: 'Images.' },
    { name: 'Tag', description: 'Event tags.' },
    { name: 'Calendar', description: 'Events, venues, organizers and categories, read-only.' },
  ],
  examples: { TagCreate: [{ name: 'river walk' }] },
});
