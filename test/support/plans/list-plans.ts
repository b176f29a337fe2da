// Looks at the plans of all queries that the requests of a list run.

import { type Known, type ListName, type ListRequest, listRequests } from '../list-requests.ts';
import type { TestApp } from '../test-app.ts';
import type { AllowedPlan } from './allowed-plan.ts';
import type { captureQueries } from './captured-queries.ts';
import type { ExplainQuery, PlanFinding } from './query-plan.ts';

export interface PlanJudging {
  app: TestApp;
  known: Known;
  explain: ExplainQuery;
  queries: ReturnType<typeof captureQueries>;
  allowed: readonly AllowedPlan[];
}

export interface JudgedList {
  /** One text for each. */
  faults: string[];
  /** What was allowed and came. */
  used: Set<AllowedPlan>;
  /** Requests without the answer that they should have. */
  refused: string[];
  queries: number;
}

const atOnce = 3;

export async function judgeList(list: ListName, { app, known, explain, queries, allowed }: PlanJudging) {
  const judged = new Map<string, Promise<PlanFinding[]>>();
  const result: JudgedList = { faults: [], used: new Set(), refused: [], queries: 0 };
  const requests = listRequests(list, known).values();
  const judgeRequest = async (request: ListRequest) => {
    const ran = await queries.during(async () => {
      if (!(await isAnswered(app, request))) result.refused.push(JSON.stringify(request));
    });
    for (const query of ran) {
      const findings = judged.get(query.sql) ?? explain(query);
      judged.set(query.sql, findings);
      for (const finding of await findings) {
        const [plan, ...others] = allowed.filter((one) => one.allows(request, finding));
        // An exception is needed only for what no other allows.
        if (plan && others.length === 0) result.used.add(plan);
        if (!plan) result.faults.push(describeFault(request, finding, query.sql));
      }
    }
  };
  const worker = async () => {
    for (const request of requests) await judgeRequest(request);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return { ...result, queries: judged.size };
}

async function isAnswered(app: TestApp, request: ListRequest): Promise<boolean> {
  const { status } = await app.request(request);
  // Of what few records meet there is no second page.
  return status === 200 || (status === 404 && 'page' in request.query);
}

const describeFault = ({ as, list, query }: ListRequest, { fault, table, detail }: PlanFinding, sql: string): string =>
  `${fault} of ${table} by /${list}?${new URLSearchParams(query as Record<string, string>)} as ${as ?? 'nobody'}: ${detail}\n${sql}`;
