import type { ListRequest } from '../list-requests.ts';
import type { PlanFinding } from './query-plan.ts';

/** A plan that costs more than a page, with its reason. */
export interface AllowedPlan {
  reason: string;
  allows(request: ListRequest, finding: PlanFinding): boolean;
}

export const orderOf = ({ query }: ListRequest): string | undefined => query['orderby']?.toString();
export const isRelated = ({ list }: ListRequest): boolean => list === 'venues' || list === 'organizers';

/** Whether something beside the order is asked for. */
export const isFiltered = ({ query }: ListRequest): boolean =>
  Object.keys(query).some((name) => name !== 'orderby' && name !== 'order');
