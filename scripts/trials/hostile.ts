// Malformed and hostile requests, derived from the OpenAPI document: the service never returns a server error, reveals no
// internals, and keeps running.
import { readFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { createRandom, type Random } from '../../src/demo/random.ts';
import type { Service } from '../service.ts';
import type { TrialCalendar } from './calendar.ts';
import { type Operation, readOperations } from './document.ts';
import { createFindings, type Findings, type FindingsRecorder } from './findings.ts';
import { brokenBody, hostileHeaders, hostileText, hostileValue, rawMessage } from './hostile-values.ts';

export interface HostileOptions {
  requests: number;
  seed: number;
  print(text: string): void;
}

const concurrentCallers = 8;
const maxMegabytes = 600;

interface HostileRequest {
  method: string;
  /** Includes the query. */
  path: string;
  headers: Record<string, string>;
  body?: string;
}

export async function hostileTrial(
  calendar: TrialCalendar,
  { requests, seed, print }: HostileOptions,
): Promise<Findings> {
  const findings = createFindings();
  const service = await calendar.start('--log-level', 'warn');
  const callers = [
    undefined,
    await calendar.addUser('boss', 'administrator'),
    await calendar.addUser('con', 'contributor'),
  ];
  const operations = await readOperations(service.origin);
  let left = requests;
  const work = async (number: number) => {
    const random = createRandom(seed * 1000 + number);
    while (left > 0 && service.process.exitCode === null) {
      left -= 1;
      if (left % 10_000 === 0) print(`${requests - left} requests`);
      if (random.next() < 0.1) await sendRaw(service, rawMessage(random), findings);
      else await send(service, hostileRequest(random, operations, callers), findings);
    }
  };
  await Promise.all(Array.from({ length: concurrentCallers }, (_, number) => work(number)));
  await checkAfterwards(service, findings);
  return findings;
}

/** Paths that the document does not describe. */
const otherPaths = [
  '/',
  '/events/',
  '/event/{slug}/',
  '/venue/{slug}/',
  '/category/{slug}/',
  '/{slug}',
  '/events/{slug}/',
  '/wp-json/{slug}',
  '/mcp',
  '/embed/{slug}',
  '/docs/{slug}',
  '/media/{slug}',
  '/sitemap.xml',
  '/events/week/{slug}/',
  '/?p={slug}',
  '/?rest_route={slug}',
];
const bases = ['/calendar/events/v1', '/wp-json/calendar/events/v1', '/fr/wp-json/calendar/events/v1'];
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'];

function hostileRequest(
  random: Random,
  operations: readonly Operation[],
  callers: readonly (string | undefined)[],
): HostileRequest {
  const operation = random.next() < 0.85 ? random.pick(operations) : undefined;
  const fill = (path: string) =>
    path.replace(/\{\w+\}/g, () =>
      encodeText(random.next() < 0.4 ? String(random.between(1, 30)) : hostileText(random)),
    );
  const query = new URLSearchParams();
  for (const name of operation?.query ?? [])
    if (random.next() < 0.12) query.append(random.next() < 0.1 ? `${name}[]` : name, hostileText(random));
  while (random.next() < 0.1) query.append(hostileText(random), hostileText(random));
  const path = operation ? random.pick(bases) + fill(operation.path) : fill(random.pick(otherPaths));
  const method = operation && random.next() < 0.9 ? operation.method : random.pick(methods);
  const caller = random.pick(callers);
  const headers = { ...(caller ? { authorization: caller } : {}), ...hostileHeaders(random) };
  const text = query.toString();
  const request = { method, path: text ? `${path}${path.includes('?') ? '&' : '?'}${text}` : path, headers };
  return method === 'GET' || method === 'HEAD' ? request : { ...request, ...hostileBody(random, operation, headers) };
}

function hostileBody(random: Random, operation: Operation | undefined, headers: Record<string, string>) {
  if (random.next() < 0.2) {
    const { body, contentType } = brokenBody(random);
    return { body, headers: { ...headers, ...(contentType ? { 'content-type': contentType } : {}) } };
  }
  const valid = {
    title: 'Gala',
    name: 'Gala',
    venue: 'Mill',
    organizer: 'Ann',
    start_date: '2027-06-19',
    end_date: '2027-06-19',
  };
  const fields = (operation?.fields ?? []).filter(() => random.next() < 0.15);
  const hostile = Object.fromEntries(fields.map((name) => [name, hostileValue(random)]));
  const body = JSON.stringify({ ...(random.next() < 0.8 ? valid : {}), ...hostile });
  return { body, headers: { ...headers, 'content-type': 'application/json' } };
}

/** A lone surrogate cannot be encoded in a URL. */
const encodeText = (text: string): string => encodeURIComponent(text.toWellFormed());

async function send(service: Service, { path, ...request }: HostileRequest, findings: FindingsRecorder): Promise<void> {
  const label = `${request.method} ${path.slice(0, 300)}`;
  try {
    const reply = await fetch(service.origin + path, {
      ...request,
      redirect: 'manual',
      signal: AbortSignal.timeout(30_000),
    });
    const text = await reply.text();
    findings.count(`${Math.floor(reply.status / 100)}xx`);
    checkResponse(label, reply.status, reply.headers.get('content-type') ?? '', text, findings);
  } catch (error) {
    // fetch refuses some characters, and an early refusal may close the connection before the body is sent.
    const { name, message, cause } = error as Error;
    if (name === 'TimeoutError') findings.fault(`${label} timed out.`);
    findings.count(cause ? 'connections closed early' : 'not sent');
    if (!cause && !/header|url|method|body/i.test(message)) findings.fault(`${label}: ${message}`);
  }
}

const internals = /SQLITE_|node:internal|at file:|\.ts:\d+|\bselect .+ from\b|Error: .+\n\s+at |pg_catalog|\/src\//;

function checkResponse(
  label: string,
  status: number,
  contentType: string,
  text: string,
  findings: FindingsRecorder,
): void {
  if (status >= 500) findings.fault(`${label} returned ${status}: ${text.slice(0, 200)}`);
  if (status >= 400 && internals.test(text)) findings.fault(`${label} reveals internals: ${text.slice(0, 300)}`);
  if (!contentType.startsWith('application/json') || text === '') return;
  try {
    JSON.parse(text);
  } catch {
    findings.fault(`${label} returned ${status} without JSON: ${text.slice(0, 100)}`);
  }
}

/** Sends the bytes, and reads until the connection ends or is idle. */
async function sendRaw(service: Service, message: string, findings: FindingsRecorder): Promise<void> {
  const socket = createConnection(Number(new URL(service.origin).port), '127.0.0.1');
  const answer = await new Promise<string>((resolve) => {
    let text = '';
    socket.setTimeout(300, () => socket.destroy());
    socket.setEncoding('latin1').on('data', (more: string) => {
      text += more;
    });
    socket.on('error', () => undefined).on('close', () => resolve(text));
    socket.end(Buffer.from(message, 'latin1'));
  });
  findings.count('raw messages');
  // 505 is right for an unsupported version of HTTP.
  for (const [, status] of answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm))
    if (Number(status) >= 500 && status !== '505')
      findings.fault(`${JSON.stringify(message.slice(0, 80))} returned ${status}.`);
}

async function checkAfterwards(service: Service, findings: FindingsRecorder): Promise<void> {
  if (service.process.exitCode !== null) return findings.fault('The service has ended.');
  const { status } = await fetch(`${service.origin}/calendar/events/v1/events`);
  if (status !== 200) findings.fault(`A list returned ${status} afterwards.`);
  for (const line of service.log)
    if (line['level'] === 'error') findings.fault(`The log contains ${JSON.stringify(line).slice(0, 500)}`);
  const megabytes = await residentMegabytes(service.process.pid ?? 0);
  findings.count('megabytes of memory', megabytes);
  if (megabytes > maxMegabytes) findings.fault(`The service takes ${megabytes} MB of memory.`);
  await service.stop('SIGTERM');
}

async function residentMegabytes(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(text)?.[1] ?? 0) / 1024);
}
