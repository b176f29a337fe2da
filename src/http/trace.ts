// Durations of the steps of one request: for the log, for Server-Timing and as OpenTelemetry spans. Without an SDK, which the
// operator loads, the OpenTelemetry API does nothing.
import { context, propagation, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../core/api-error.ts';

/** A part of the work on a request, such as an operation; a page asks for several. */
export interface Step {
  name: string;
  milliseconds: number;
  /** The access path of a list. */
  plan?: string | undefined;
}

const tracer = trace.getTracer('kalends');

export type Trace = ReturnType<typeof createTrace>;

export function createTrace(elapsedMs: () => number) {
  const steps: Step[] = [];
  const arrived = elapsedMs();
  return {
    /** In the order of their ends, the failed ones too. */
    steps,
    /** Since the request arrived. */
    milliseconds: (): number => elapsedMs() - arrived,
    /** `plan` is called when the work is done. */
    measure: <T>(name: string, work: () => Promise<T>, plan?: () => string | undefined): Promise<T> =>
      tracer.startActiveSpan(name, async (span) => {
        const begun = elapsedMs();
        try {
          return await work();
        } catch (error) {
          noteFailure(span, error);
          throw error;
        } finally {
          const step = { name, milliseconds: elapsedMs() - begun, plan: plan?.() };
          steps.push(step);
          if (step.plan !== undefined) span.setAttribute('kalends.plan', step.plan);
          span.end();
        }
      }),
  };
}

/** What the caller did wrong is no failure of the service. */
function noteFailure(span: Span, error: unknown): void {
  if (error instanceof ApiError && error.status < 500) return;
  span.recordException(error as Error);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/**
 * Does the work in a span of the request, below that of an instrumentation of Node's HTTP server if there is one, or of
 * the caller's `traceparent`.
 */
export async function inRequestSpan<T extends { outgoing: { status: number }; trace: Trace }>(
  { id, method, headers, raw }: FastifyRequest,
  work: () => Promise<T>,
): Promise<T> {
  const isInstrumented = trace.getActiveSpan() !== undefined;
  const parent = isInstrumented ? context.active() : propagation.extract(ROOT_CONTEXT, headers);
  const kind = isInstrumented ? SpanKind.INTERNAL : SpanKind.SERVER;
  const path = (raw.url as string).split('?')[0] as string;
  const attributes = { 'http.request.method': method, 'url.path': path, 'kalends.request_id': id };
  return tracer.startActiveSpan(method, { kind, attributes }, parent, async (span) => {
    try {
      const answer = await work();
      const { status } = answer.outgoing;
      const operation = answer.trace.steps.at(-1)?.name;
      if (operation !== undefined) span.updateName(`${method} ${operation}`);
      span.setAttribute('http.response.status_code', status);
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      return answer;
    } catch (error) {
      noteFailure(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** A `Server-Timing` header: the steps of the work, and how long the request took until its reply was ready. */
export const serverTiming = ({ steps }: Trace, milliseconds: number): string =>
  [...steps, { name: 'total', milliseconds, plan: undefined }]
    .map(({ name, milliseconds: ms, plan }) => `${name};dur=${ms.toFixed(1)}${plan ? `;desc="${plan}"` : ''}`)
    .join(', ');
