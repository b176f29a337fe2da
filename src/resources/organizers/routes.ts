import { type LinkedRoutesOptions, linkedRoutes } from '../linked/routes.ts';

export const organizerRoutes = (options: Omit<LinkedRoutesOptions, 'kind'>) =>
  linkedRoutes({ ...options, kind: 'organizer' });
