import { type TermRoutesOptions, termRoutes } from '../terms/routes.ts';
import { termKinds } from '../terms/types.ts';

export const categoryRoutes = (options: Omit<TermRoutesOptions, 'kind'>) =>
  termRoutes({ ...options, kind: termKinds.category });
