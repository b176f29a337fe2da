import { type TermRoutesOptions, termRoutes } from '../terms/routes.ts';
import { termKinds } from '../terms/types.ts';

export const tagRoutes = (options: Omit<TermRoutesOptions, 'kind'>) => termRoutes({ ...options, kind: termKinds.tag });
