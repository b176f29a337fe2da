// Records that a site listed last time and lists no longer. Lists shift while they are read, omit hidden events and end
// early, so each record is requested by its id before it is trashed here.
import { type ChangeKind, isTaxonomy, type PublishedKind, plurals } from '../../core/kinds.ts';
import { eventsByKey, relatedByKey } from '../../resources/upsert/repository.ts';
import type { Downloaded } from '../fetch/download.ts';
import { BadReply } from '../fetch/polite-get.ts';
import { type MergeContext, stateKey } from '../merge/context.ts';
import { labelOf } from '../report.ts';
import { recordKinds } from '../source/prescan.ts';
import type { Source } from '../source/read-bytes.ts';
import { idOf, type RawRecord } from '../values.ts';
import { requestRecord, type SiteList } from './lists.ts';
import { type ApiRun, savePageOf } from './run.ts';

/** `closed`: it exists but is no longer public. `unknown`: the site gives no clear answer. */
export type Verdict = 'gone' | 'closed' | 'protected' | 'unknown';

export interface MissingRecord {
  kind: ChangeKind;
  key: string;
  /** `modified_at` here when it was imported. */
  modifiedAt: number;
  verdict: Verdict;
}

type Candidate = Omit<MissingRecord, 'verdict'>;

/** `living` are pages of records that the site still has although no list contains them. */
export async function findMissing(
  run: ApiRun,
  lists: readonly Downloaded<SiteList>[],
): Promise<{ missing: MissingRecord[]; living: Source[] }> {
  const missing: MissingRecord[] = [];
  const living: Source[] = [];
  let isAnswering = true;
  for (const one of candidates(run, lists)) {
    const answer = isTaxonomy(one.kind) ? 'gone' : isAnswering ? await answerTo(one, run) : 'no answer';
    if (answer === 'no answer') isAnswering = false;
    if (typeof answer === 'object') living.push(await savePageOf(run, one.kind, answer));
    else missing.push({ ...one, verdict: answer === 'no answer' ? 'unknown' : answer });
  }
  return { missing, living };
}

function candidates(run: ApiRun, lists: readonly Downloaded<SiteList>[]): Candidate[] {
  const { source, before, feed, scan } = run;
  if (!source.sync || before === undefined) return [];
  const removed = new Set(feed?.changes?.filter(({ isRemoved }) => isRemoved).map(({ kind, id }) => `${kind} ${id}`));
  return recordKinds.flatMap((kind) => {
    const known = Object.entries(before.records[kind]).map(([key, modifiedAt]) => ({ kind, key, modifiedAt }));
    if (feed?.changes) return known.filter(({ key }) => removed.has(`${kind} ${idIn(key)}`));
    if (!isReadWhole(kind, lists)) return [];
    const missing = known.filter(({ key }) => !scan.seen.has(stateKey(kind, key)));
    if (source.acceptRemovals || isPlausible(kind, missing, known, run)) return missing;
    run.reporter.note(
      { source: run.name, record: `the ${plurals[kind]}` },
      'lists fewer than half of the records imported from it; nothing is moved to the trash without --accept-removals',
      `${missing.length} of ${known.length} are gone`,
    );
    return [];
  });
}

/** Whether its lists were read to their end: records that are not in them are not at the site. */
function isReadWhole(kind: ChangeKind, lists: readonly Downloaded<SiteList>[]): boolean {
  const whole = lists.filter(({ collection }) => collection.kind === kind && collection.isWholeKind);
  return (
    whole.length > 0 && whole.every(({ problem, records, total = 0 }) => problem === undefined && records >= total)
  );
}

/** Removals of this few records are trusted, unless the list is empty. */
const fewRecords = 10;

function isPlausible(
  kind: ChangeKind,
  missing: readonly Candidate[],
  known: readonly Candidate[],
  { scan }: ApiRun,
): boolean {
  if (missing.length === 0) return true;
  if (!scan.kinds.has(kind)) return false;
  return missing.length <= fewRecords || missing.length * 2 <= known.length;
}

const idIn = (key: string): number | undefined => idOf(/[?]id=(\d+)$/.exec(key)?.[1] ?? /=(\d+)$/.exec(key)?.[1]);

/** The record if the site still has it. */
async function answerTo({ kind, key }: Candidate, run: ApiRun): Promise<RawRecord | Verdict | 'no answer'> {
  const id = idIn(key);
  const answer = id === undefined ? undefined : await requestRecord(run, kind, id);
  if (answer === undefined || answer === 'no answer') return answer ?? 'unknown';
  if (answer instanceof BadReply) return verdictOf(answer);
  return answer['status'] === 'trash' ? 'gone' : answer;
}

/** Without an error code, such as for the web page of a firewall, the record's fate is unknown. */
function verdictOf({ status, code }: BadReply): Verdict {
  if (/^rest-\w+-not-found$|-no-longer-available$|-is-in-trash$/.test(code)) return 'gone';
  // The reference's reply for unknown venues and organizers.
  if (status === 400 && code === 'rest_invalid_param') return 'gone';
  if (code === 'event-password-protected') return 'protected';
  return code.endsWith('-not-accessible') ? 'closed' : 'unknown';
}

const notes: Readonly<Record<Verdict, string>> = {
  gone: 'was removed at the source; moved to the trash',
  closed: 'is no longer public at the source; it becomes a draft',
  protected: 'is protected by a password at its source; left unchanged',
  unknown: 'is no longer listed by the source, which does not say whether it was removed; left unchanged',
};
const changedHere = 'was removed at the source, but changed here since; left unchanged';
const termStays = 'was removed at the source; categories and tags are not removed here';

/**
 * Withdraws records that were removed at the source, unless they were changed here since. Runs before the pages are merged,
 * so that a record recreated at the source gets the same URL here.
 */
export async function withdrawMissing(
  missing: readonly MissingRecord[],
  source: string,
  context: MergeContext,
): Promise<void> {
  for (const one of missing) {
    const { kind, key } = one;
    const term = isTaxonomy(kind) ? (await context.upsert.terms()).byKey(kind, key) : undefined;
    if (!isTaxonomy(kind)) await withdraw(one, kind, source, context);
    else if (term) context.reporter.note({ source, record: labelOf(kind, term.id, term.name) }, termStays);
  }
}

async function withdraw(
  { key, modifiedAt, verdict }: MissingRecord,
  kind: PublishedKind,
  source: string,
  { db, upsert, reporter, state }: MergeContext,
): Promise<void> {
  const [event] = kind === 'event' ? await eventsByKey(db, [key]) : [];
  const stored = kind === 'event' ? event?.event : await relatedByKey(db, kind, key);
  if (stored === undefined || stored.status === 'trash') return;
  const to = verdict === 'gone' ? 'trash' : verdict === 'closed' ? 'draft' : undefined;
  if (to === 'draft' && stored.status !== 'publish') return;
  const subject = { source, record: labelOf(kind, stored.id, stored.title) };
  const plural = plurals[kind];
  if (to !== undefined) {
    if (stored.modified_at !== modifiedAt) return reporter.skip(plural, subject, changedHere);
    await upsert.withdraw(kind, stored.id, to);
    reporter.count(plural, 'updated');
  }
  for (const term of Object.values(event?.termIds ?? {}).flat()) state.touchedTerms.add(term);
  reporter.note(subject, notes[verdict]);
}
