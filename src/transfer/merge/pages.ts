import { listUsers } from '../../resources/users/repository.ts';
import type { Reader } from '../../store/store.ts';
import { mergeCalendar } from '../calendar/merge.ts';
import type { ImportTask } from '../import.ts';
import { siteOf } from '../pages/keys.ts';
import type { PageContext } from '../pages/types.ts';
import { readPieces } from '../source/read-pieces.ts';
import { type Survey, sectionOf } from '../source/survey.ts';
import { mergeTable } from '../table/merge.ts';
import type { MergeContext } from './context.ts';
import { createEventMerger } from './events.ts';
import { createIdSpace } from './ids.ts';
import { createImageFinder } from './images.ts';
import { createLinkedMerger } from './linked.ts';
import { createNamedLinkedMerger } from './named-linked.ts';
import { createSlugBook } from './slugs.ts';
import { createTaker } from './take.ts';
import { createTermMerger } from './terms.ts';
import { settleCounts, settleParents } from './tree.ts';

/** Merges pages of the interface, calendars and spreadsheets, in the order in which they are given. */
export async function mergeAll(surveys: readonly Survey[], task: ImportTask): Promise<void> {
  const { db, now, reporter } = task;
  const highest = (of: (survey: Survey) => number) => Math.max(0, ...surveys.map(of));
  const ids = createIdSpace(
    db,
    highest((survey) => survey.maxRecordId),
  );
  const context: MergeContext = {
    db,
    now,
    reporter,
    ids,
    slugs: createSlugBook(db),
    authorId: await importAuthor(db),
    language: task.language,
  };
  const terms = await createTermMerger(
    context,
    highest((survey) => survey.maxTermId),
  );
  const events = createEventMerger(context);
  const taker = createTaker(reporter, { terms, linked: createLinkedMerger(context), events });
  const parts = {
    task,
    context,
    terms,
    events,
    named: createNamedLinkedMerger(context),
    images: createImageFinder(context, task.images),
  };
  for (const survey of surveys) {
    const { source } = survey;
    const site = siteOf(survey.members['rest_url']) || source.site;
    const page: PageContext = { zones: task.zones, siteZone: task.siteZone, site };
    if (survey.format === 'icalendar' || survey.format === 'csv') {
      await taker.finish();
      if (survey.format === 'csv') await mergeTable({ ...parts, survey, page });
      else await mergeCalendar({ ...parts, survey, page });
      continue;
    }
    noteFurtherPages(survey, task);
    for await (const piece of readPieces(source, task.limits)) {
      const section = piece.kind === 'element' ? sectionOf(piece.key) : undefined;
      if (piece.kind !== 'element' || section === undefined) continue;
      await taker.take(piece.value, { section, page, source: source.name, place: `${section}[${piece.index}]` });
      await task.step();
    }
  }
  await taker.finish();
  await settleParents(context, terms);
  await settleCounts(context, terms, events.touchedTerms);
}

/** The first administrator, else the first user, else the one whom the first start of the service makes. */
export async function importAuthor(db: Reader): Promise<number> {
  const users = await listUsers(db);
  return (users.find(({ role }) => role === 'administrator') ?? users[0])?.id ?? 1;
}

function noteFurtherPages({ source, members }: Survey, { reporter }: ImportTask): void {
  const next = members['next_rest_url'];
  // Fetched pages are followed by the next ones.
  if (typeof next !== 'string' || next === '' || /^https?:/.test(source.name)) return;
  reporter.note({ source: source.name, record: 'the page' }, 'has further pages, which are not in the file', next);
}
