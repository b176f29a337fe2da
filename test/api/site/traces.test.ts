// Timing of requests for administrators and for OpenTelemetry.

import { AsyncLocalStorage } from 'node:async_hooks';
import { context, propagation, type TextMapPropagator, trace } from '@opentelemetry/api';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { make } from '../../support/field-table.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await make(app, 'events', { title: 'Jazz', start_date: '2027-04-01', end_date: '2027-04-01' });
});

describe('Server-Timing', () => {
  const timing = async (as: 'admin' | 'ed' | null, path = '/events', method?: 'POST') =>
    (await app.request({ as, path, ...(method ? { method, json: {} } : {}) })).headers['server-timing'];

  test('Administrators are sent the steps of the work and the plan of a list', async () => {
    expect(await timing('admin')).toMatch(
      /^authenticate;dur=\d+\.\d, listEvents;dur=\d+\.\d;desc="starts by start_date", total;dur=\d+\.\d$/,
    );
    expect(await timing('admin', '/events', 'POST')).toMatch(/readBody;dur=.*createEvent;dur=.*total;dur=/);
  });

  test('Other callers are sent no times', async () => {
    for (const as of ['ed', null] as const) expect(await timing(as)).toBeUndefined();
  });
});

describe('With an OpenTelemetry SDK', () => {
  const exporter = new InMemorySpanExporter();
  const storage = new AsyncLocalStorage<ReturnType<typeof context.active>>();

  beforeAll(() => {
    const none = context.active();
    context.setGlobalContextManager({
      active: () => storage.getStore() ?? none,
      with: (active, work, self, ...args) => storage.run(active, () => work.apply(self as never, args)),
      bind: (_active, target) => target,
      enable() {
        return this;
      },
      disable() {
        return this;
      },
    });
    propagation.setGlobalPropagator(traceparent);
    trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
  });
  afterAll(() => {
    for (const api of [trace, context, propagation]) api.disable();
  });
  beforeEach(() => exporter.reset());

  /** In the default format of an SDK. */
  const traceparent: TextMapPropagator = {
    inject: () => undefined,
    fields: () => ['traceparent'],
    extract(parent, carrier, { get }) {
      const [, traceId = '', spanId = ''] = /^00-(\w{32})-(\w{16})-01$/.exec(String(get(carrier, 'traceparent'))) ?? [];
      return traceId ? trace.setSpanContext(parent, { traceId, spanId, traceFlags: 1, isRemote: true }) : parent;
    },
  };
  const spans = () =>
    exporter.getFinishedSpans().map(({ name, attributes, status }) => ({ name, attributes, status: status.code }));

  test('A request is a span below the caller’s, with a span for each step of the work', async () => {
    const [traceId, caller] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
    const headers = { traceparent: `00-${traceId}-${caller}-01` };
    await app.request({ as: 'ed', path: '/events?search=jazz', headers });
    expect(spans()).toMatchObject([
      { name: 'authenticate' },
      { name: 'listEvents', attributes: { 'kalends.plan': expect.stringMatching(/ by start_date$/) } },
      {
        name: 'GET listEvents',
        attributes: {
          'http.request.method': 'GET',
          'http.response.status_code': 200,
          'kalends.request_id': expect.any(String),
          'url.path': '/wp-json/calendar/events/v1/events',
        },
      },
    ]);
    const finished = exporter.getFinishedSpans();
    const request = finished.at(-1);
    expect(request?.parentSpanContext?.spanId).toBe(caller);
    for (const span of finished) expect(span.spanContext().traceId).toBe(traceId);
    for (const step of finished.slice(0, -1))
      expect(step.parentSpanContext?.spanId).toBe(request?.spanContext().spanId);
  });

  test('What the caller did wrong is no error of the service’s spans', async () => {
    await app.request({ as: 'ed', method: 'POST', path: '/events', json: {} });
    expect(spans().map(({ name, status }) => [name, status])).toEqual([
      ['authenticate', 0],
      ['readBody', 0],
      ['createEvent', 0],
      ['POST createEvent', 0],
    ]);
  });

  test('The span of a request is a child of the span of another instrumentation', async () => {
    await trace.getTracer('http').startActiveSpan('GET', async (span) => {
      await app.request({ path: '/venues' });
      span.end();
    });
    const finished = exporter.getFinishedSpans();
    const outer = finished.find(({ instrumentationScope }) => instrumentationScope.name === 'http');
    const request = finished.find(({ name }) => name === 'GET listVenues');
    expect(request?.parentSpanContext?.spanId).toBe(outer?.spanContext().spanId);
    expect([request?.kind, outer?.kind]).toEqual([0, 0]);
  });
});
