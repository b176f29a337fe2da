import { type RelatedRoutesOptions, relatedRoutes } from '../related/routes.ts';

export const venueRoutes = (options: Omit<RelatedRoutesOptions, 'kind'>) =>
  relatedRoutes({ ...options, kind: 'venue' });
