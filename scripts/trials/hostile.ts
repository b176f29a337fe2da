// Requests that no honest client sends, made from the interface's own document: the service answers each with an error of
// the caller's (4xx), never with one of its own, says nothing of its insides, and goes on.
import { readFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { createRandom, type Random } from '../../src/demo/random.ts';
import type { Service } from '../service.ts';
import type { TrialCalendar } from './calendar.ts';
import { type Operation, readOperations } from './document.ts';
import { createFindings, type Findings, type FindingsSoFar } from './findings.ts';
import { brokenBody, hostileHeaders, hostileText, hostileValue, rawMessage } from './hostile-values.ts';

export interface HostileOptions {
  requests: number;
  seed: number;
  say(text: string): void;
}

const callersAtOnce = 8;
const mostMegabytes = 600;

interface HostileRequest {
  method: string;
  /** From the origin on. */
  path: string;
  headers: Record<string, string>;
  body?: string;
}

export async function hostileTrial(
  calendar: TrialCalendar,
  { requests, seed, say }: HostileOptions,
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
      if (left % 10_000 === 0) say(`${requests - left} requests`);
      if (random.next() < 0.1) await sendRaw(service, rawMessage(random), findings);
      else await send(service, hostileRequest(random, operations, callers), findings);
    }
  };
  await Promise.all(Array.from({ length: callersAtOnce }, (_, number) => work(number)));
  await checkAfterwards(service, findings);
  return findings;
}

/** Pages and doors that the document does not describe. */
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
  const sound = {
    title: 'Gala',
    name: 'Gala',
    venue: 'Mill',
    organizer: 'Ann',
    start_date: '2027-06-19',
    end_date: '2027-06-19',
  };
  const members = (operation?.members ?? []).filter(() => random.next() < 0.15);
  const hostile = Object.fromEntries(members.map((name) => [name, hostileValue(random)]));
  const body = JSON.stringify({ ...(random.next() < 0.8 ? sound : {}), ...hostile });
  return { body, headers: { ...headers, 'content-type': 'application/json' } };
}

/** Half of a surrogate pair cannot be in an address. */
const encodeText = (text: string): string => encodeURIComponent(text.toWellFormed());

async function send(service: Service, { path, ...request }: HostileRequest, findings: FindingsSoFar): Promise<void> {
  const named = `${request.method} ${path.slice(0, 300)}`;
  try {
    const reply = await fetch(service.origin + path, {
      ...request,
      redirect: 'manual',
      signal: AbortSignal.timeout(30_000),
    });
    const text = await reply.text();
    findings.count(`${Math.floor(reply.status / 100)}xx`);
    judge(named, reply.status, reply.headers.get('content-type') ?? '', text, findings);
  } catch (error) {
    // Characters that fetch itself does not send; the connection of an early refusal may end before the body is sent.
    const { name, message, cause } = error as Error;
    if (name === 'TimeoutError') findings.fault(`${named} got no answer.`);
    findings.count(cause ? 'connections ended early' : 'not sent');
    if (!cause && !/header|url|method|body/i.test(message)) findings.fault(`${named}: ${message}`);
  }
}

const insides = /SQLITE_|node:internal|at file:|\.ts:\d+|\bselect .+ from\b|Error: .+\n\s+at |pg_catalog|\/src\//;

function judge(named: string, status: number, contentType: string, text: string, findings: FindingsSoFar): void {
  if (status >= 500) findings.fault(`${named} was answered with ${status}: ${text.slice(0, 200)}`);
  if (status >= 400 && insides.test(text))
    findings.fault(`${named} shows the service's insides: ${text.slice(0, 300)}`);
  if (!contentType.startsWith('application/json') || text === '') return;
  try {
    JSON.parse(text);
  } catch {
    findings.fault(`${named} was answered with ${status} and no JSON: ${text.slice(0, 100)}`);
  }
}

/** Sends the bytes as they are and reads until the end of the connection, at most two seconds. */
async function sendRaw(service: Service, message: string, findings: FindingsSoFar): Promise<void> {
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
  // 505: a version of HTTP that the service does not speak is no error of its own.
  for (const [, status] of answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm))
    if (Number(status) >= 500 && status !== '505')
      findings.fault(`${JSON.stringify(message.slice(0, 80))} was answered with ${status}.`);
}

async function checkAfterwards(service: Service, findings: FindingsSoFar): Promise<void> {
  if (service.process.exitCode !== null) return findings.fault('The service has ended.');
  const { status } = await fetch(`${service.origin}/calendar/events/v1/events`);
  if (status !== 200) findings.fault(`A list is answered with ${status} afterwards.`);
  for (const line of service.log)
    if (line['level'] === 'error') findings.fault(`The log: ${JSON.stringify(line).slice(0, 500)}`);
  const megabytes = await residentMegabytes(service.process.pid ?? 0);
  findings.count('megabytes of memory', megabytes);
  if (megabytes > mostMegabytes) findings.fault(`The service has ${megabytes} MB of memory.`);
  await service.stop('SIGTERM');
}

async function residentMegabytes(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(text)?.[1] ?? 0) / 1024);
}
