import { type LinkedRoutesOptions, linkedRoutes } from '../linked/routes.ts';

export const venueRoutes = (options: Omit<LinkedRoutesOptions, 'kind'>) => linkedRoutes({ ...options, kind: 'venue' });
