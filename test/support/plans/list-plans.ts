// Checks the plans of all queries that the requests of a list run.

import {
  type ListName,
  type ListRequest,
  listRequests,
  lists,
  listsWith,
  type SampleValues,
} from '../list-requests.ts';
import type { TestApp } from '../test-app.ts';
import type { AllowedPlan } from './allowed-plan.ts';
import type { captureQueries } from './captured-queries.ts';
import type { ExplainQuery, PlanFinding } from './query-plan.ts';

export interface PlanCheck {
  app: TestApp;
  samples: SampleValues;
  explain: ExplainQuery;
  queries: ReturnType<typeof captureQueries>;
  allowed: readonly AllowedPlan[];
}

export interface CheckedList {
  /** One message for each kind of fault and table, with the first requests that have it. */
  faults: string[];
  /** Exceptions that were needed. */
  used: Set<AllowedPlan>;
  /** Requests with an unexpected status. */
  refused: string[];
  queries: number;
}

const atOnce = 3;

/** `PLANS_OF=featured` or `PLANS_OF=orderby=title`: only requests with this parameter are checked, with each of its examples. */
const [chosen, chosenValue] = process.env['PLANS_OF']?.split('=') ?? [];
/** What is needed for other parameters is not known then. */
export const checksAllPlans = !chosen;

export function checkedLists(): readonly ListName[] {
  const found = chosen ? listsWith(chosen, chosenValue) : lists;
  if (found.length === 0) throw new Error(`No list has the parameter that PLANS_OF names: ${process.env['PLANS_OF']}`);
  return found;
}

const isChosen = ({ query }: ListRequest): boolean =>
  !chosen || (chosen in query && (!chosenValue || String(query[chosen]) === chosenValue));

export async function checkListPlans(list: ListName, { app, samples, explain, queries, allowed }: PlanCheck) {
  const findingsByQuery = new Map<string, Promise<PlanFinding[]>>();
  const result: Omit<CheckedList, 'faults'> = { used: new Set(), refused: [], queries: 0 };
  const faults: { kind: string; url: string; detail: string; sql: string }[] = [];
  const requests = listRequests(list, samples, chosen).filter(isChosen).values();
  const checkRequest = async (request: ListRequest) => {
    const ran = await queries.during(async () => {
      if (!(await isAnswered(app, request))) result.refused.push(JSON.stringify(request));
    });
    for (const query of ran) {
      const findings = findingsByQuery.get(query.sql) ?? explain(query);
      findingsByQuery.set(query.sql, findings);
      for (const finding of await findings) {
        const [plan, ...others] = allowed.filter((one) => one.allows(request, finding));
        // An exception is needed only if no other allows the finding.
        if (plan && others.length === 0) result.used.add(plan);
        const kind = `${finding.fault} of ${finding.table}`;
        const sql = query.sql.replace(/\s+/g, ' ');
        if (!plan) faults.push({ kind, url: describeRequest(request), detail: finding.detail, sql });
      }
    }
  };
  const worker = async () => {
    for (const request of requests) await checkRequest(request);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  const messages = [...Map.groupBy(faults, ({ kind }) => kind)].map(([kind, found]) => {
    const urls = [...new Set(found.map(({ url }) => url))].slice(0, 10);
    return [`${kind}, ${found.length} times: ${found[0]?.detail}`, ...urls, found[0]?.sql].join('\n');
  });
  return { ...result, faults: messages, queries: findingsByQuery.size };
}

async function isAnswered(app: TestApp, request: ListRequest): Promise<boolean> {
  const { status } = await app.request(request);
  // A filter that few records match has no second page.
  return status === 200 || (status === 404 && 'page' in request.query);
}

const describeRequest = ({ as, list, query }: ListRequest): string =>
  `/${list}?${new URLSearchParams(query as Record<string, string>)} by ${as ?? 'an anonymous caller'}`;
