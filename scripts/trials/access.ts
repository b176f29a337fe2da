// Every caller tries every route for records that are not public: no response contains a word of a record that the caller
// may not read, no search reveals that the word exists, and no caller changes a record without permission.
import { type Call, type Service, sendCall } from '../service.ts';
import {
  type Caller,
  createRecords,
  mayEdit,
  mayRead,
  newWord,
  type SecretRecord,
  wordPattern,
} from './access-records.ts';
import { listPaths, recordPaths, searchPaths, toolCalls, writeCalls } from './access-routes.ts';
import type { TrialCalendar } from './calendar.ts';
import { type Operation, readOperations } from './document.ts';
import { createFindings, type Findings, type FindingsRecorder } from './findings.ts';

export interface AccessOptions {
  /** Tries one in this many lists, and records beyond their first two routes; 1 for all. */
  oneIn: number;
  print(text: string): void;
}

interface Trial {
  service: Service;
  records: readonly SecretRecord[];
  byWord: ReadonlyMap<string, SecretRecord>;
  operations: readonly Operation[];
  findings: FindingsRecorder;
  /** Records whose word was returned to a caller who may read it: the trial proves nothing about others. */
  seen: Set<SecretRecord>;
}

export async function accessTrial(calendar: TrialCalendar, { oneIn, print }: AccessOptions): Promise<Findings> {
  const findings = createFindings();
  const service = await calendar.start('--log-level', 'warn');
  const callers = await addCallers(calendar);
  const administrator = callers.at(-1)?.authorization ?? '';
  const owners = await ownersAmong(callers, calendar);
  const records = await createRecords(service, administrator, owners);
  const byWord = new Map(records.map((record) => [record.word, record]));
  const operations = await readOperations(service.origin);
  const trial: Trial = { service, records, byWord, operations, findings, seen: new Set() };
  const readAsCaller = async (caller: Caller) => {
    await readAll(trial, caller, oneIn);
    print(`${caller.login} has read: ${findings.figures['replies'] ?? 0} replies to all so far`);
  };
  await Promise.all(callers.map(readAsCaller));
  await Promise.all(callers.map((caller) => writeAll(trial, caller, oneIn)));
  await checkUntouched(trial, administrator);
  for (const record of records)
    if (!trial.seen.has(record))
      findings.fault(`Record ${record.id} (${record.state}) is not returned to its editors either.`);
  await service.stop('SIGTERM');
  return findings;
}

/** One per role and an anonymous one; two of the roles that see only their own records. */
async function addCallers(calendar: TrialCalendar): Promise<Caller[]> {
  const callers: Caller[] = [{ login: 'anonymous', role: 'anonymous' }];
  const users = {
    sub: 'subscriber',
    con: 'contributor',
    con2: 'contributor',
    ann: 'author',
    ann2: 'author',
    ed: 'editor',
    boss: 'administrator',
  } as const;
  for (const [login, role] of Object.entries(users))
    callers.push({ login, role, authorization: await calendar.addUser(login, role) });
  return callers;
}

async function ownersAmong(callers: readonly Caller[], calendar: TrialCalendar) {
  const { text } = await calendar.run('user', 'list');
  return callers
    .filter(({ login }) => ['con', 'ann', 'ed'].includes(login))
    .map(({ login }) => ({ login, id: Number(new RegExp(`^(\\d+)\\s+${login}\\s`, 'm').exec(text)?.[1]) }));
}

async function readAll(trial: Trial, caller: Caller, oneIn: number): Promise<void> {
  const { operations, records } = trial;
  const turn = caller.login.length;
  for (const [at, path] of listPaths(operations, records).entries())
    if ((at + turn) % oneIn === 0) await checkCall(trial, caller, { method: 'GET', path });
  for (const [at, record] of records.entries()) {
    const isWhole = (at + turn) % oneIn === 0;
    const paths = recordPaths(operations, record);
    for (const path of isWhole ? paths : paths.slice(0, 2)) await checkCall(trial, caller, { method: 'GET', path });
    if (!isWhole) continue;
    for (const call of toolCalls(record)) await checkCall(trial, caller, call);
    if (!mayRead(caller, record)) await checkSearches(trial, caller, record);
  }
}

/** Sends the request, and looks for words of records that this caller may not read. */
async function checkCall(trial: Trial, caller: Caller, call: Call): Promise<void> {
  const { service, findings } = trial;
  const reply = await sendAs(service, caller, call);
  const text = [...reply.headers].join('\n') + (await reply.text());
  findings.count('replies');
  if (reply.status >= 500) findings.fault(`${caller.login}: ${call.method} ${call.path} returned ${reply.status}.`);
  checkWords(trial, caller, call, text);
}

function checkWords({ byWord, findings, seen }: Trial, caller: Caller, call: Call, text: string): void {
  for (const [word] of text.matchAll(wordPattern)) {
    const record = byWord.get(word);
    if (!record) continue;
    if (mayRead(caller, record)) seen.add(record);
    else
      findings.fault(
        `${caller.login} sees a word of record ${record.id} (${record.plural}, ${record.state}) at ${call.method} ${call.path}.`,
      );
  }
}

function sendAs(service: Service, { authorization }: Pick<Caller, 'authorization'>, call: Call): Promise<Response> {
  const accept = call.path === '/mcp' ? 'application/json, text/event-stream' : '*/*';
  return sendCall(service, { ...call, authorization, headers: { accept } });
}

/** A search for a hidden word must return the same as one for a word that does not exist. */
async function checkSearches(
  { service, findings }: Trial,
  caller: Caller,
  { word, id, state }: SecretRecord,
): Promise<void> {
  const unusedWord = newWord();
  for (const [at, path] of searchPaths(word).entries()) {
    const [secret, other] = await Promise.all(
      [path, searchPaths(unusedWord)[at] ?? ''].map(async (one) => {
        const reply = await sendAs(service, caller, { method: 'GET', path: one });
        return `${reply.status} ${(await reply.text())
          .replaceAll(word, 'WORD')
          .replaceAll(unusedWord, 'WORD')
          .replace(/"request_id":"[^"]*"/, '')}`;
      }),
    );
    findings.count('searches');
    if (secret !== other) findings.fault(`${caller.login} learns from ${path} that record ${id} (${state}) exists.`);
  }
}

const refusals = [400, 401, 403, 404, 405, 409, 410];

async function writeAll(trial: Trial, caller: Caller, oneIn: number): Promise<void> {
  const { operations, records, findings } = trial;
  for (const [at, record] of records.entries()) {
    if (mayEdit(caller, record) || (at + caller.login.length) % oneIn !== 0) continue;
    for (const call of writeCalls(operations, record)) {
      const reply = await sendAs(trial.service, caller, call);
      const text = await reply.text();
      findings.count('refused writes');
      if (!refusals.includes(reply.status))
        findings.fault(`${caller.login}: ${call.method} ${call.path} returned ${reply.status}: ${text.slice(0, 200)}`);
      checkWords(trial, caller, call, text);
    }
  }
}

async function checkUntouched({ service, records, findings }: Trial, authorization: string): Promise<void> {
  for (const record of records) {
    const path = `/calendar/events/v1/${record.plural}/${record.id}?context=edit`;
    const reply = await sendCall(service, { method: 'GET', path, authorization });
    const { description, status } = (await reply.json()) as { description: string; status: string };
    const expected = record.state === 'protected' ? 'publish' : record.state;
    findings.count('records untouched');
    if (!description?.includes(record.word) || status !== expected)
      findings.fault(`Record ${record.id} (${record.state}) was changed: ${status} ${description}`);
  }
}
