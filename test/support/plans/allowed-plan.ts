import type { ListRequest } from '../list-requests.ts';
import type { PlanFinding } from './query-plan.ts';

/** A plan that may cost more than its page, with the reason. */
export interface AllowedPlan {
  reason: string;
  allows(request: ListRequest, finding: PlanFinding): boolean;
}

export const orderOf = ({ query }: ListRequest): string | undefined => query['orderby']?.toString();
/** Whether the request has one of the parameters. */
export const asks = ({ query }: ListRequest, ...names: readonly string[]): boolean =>
  names.some((name) => name in query);
export const isRelated = ({ list }: ListRequest): boolean => list === 'venues' || list === 'organizers';

/** Whether the request has a filter. */
export const isFiltered = ({ query }: ListRequest): boolean =>
  Object.keys(query).some((name) => name !== 'orderby' && name !== 'order');
