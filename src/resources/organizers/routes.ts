import { type RelatedRoutesOptions, relatedRoutes } from '../related/routes.ts';

export const organizerRoutes = (options: Omit<RelatedRoutesOptions, 'kind'>) =>
  relatedRoutes({ ...options, kind: 'organizer' });
