// Finds the stored event of a row: by id, else by external id, else by title or slug and start.
import { toSpan } from '../../core/dates/event-span.ts';
import { parseDate } from '../../core/dates/parse/parse-date.ts';
import { foldText } from '../../core/text/fold.ts';
import { toPlainText } from '../../core/text/plain-text.ts';
import { slugify } from '../../core/text/slug.ts';
import type { ReadContext } from '../../http/params/field.ts';
import { idsInUse } from '../../resources/records/rows/record-table.ts';
import { eventsAt, eventsById, eventsByKey } from '../../resources/upsert/repository.ts';
import { isSlugOf } from '../../resources/upsert/slugs.ts';
import type { StoredEvent } from '../../resources/upsert/types.ts';
import type { Reader } from '../../store/store.ts';
import { zoneNamed } from '../ical/time-zones.ts';
import { flagIn } from './read-row.ts';
import { momentIn, type ReportProblem } from './read-when.ts';
import type { Row } from './rows.ts';

export async function createMatcher(db: Reader, rows: readonly Row[], context: ReadContext) {
  const ids = rows.flatMap((row) => idIn(row) ?? []);
  const byId = new Map((await eventsById(db, ids)).map((one) => [one.event.id, one]));
  const keys = rows.flatMap(({ cells }) => cells.get('external_id') ?? []);
  const byKey = new Map((await eventsByKey(db, keys)).map((one) => [one.event.external_id, one]));
  // The event of a row whose id another kind of record has was given another one.
  const taken = await idsInUse(
    db,
    ids.filter((id) => !byId.has(id)),
  );
  const isUnnamed = (row: Row): boolean => {
    const id = idIn(row);
    return !row.cells.has('external_id') && (id === undefined || taken.has(id));
  };
  const starts = rows.filter(isUnnamed).flatMap((row) => startIn(row, context) ?? []);
  const atStarts = (await eventsAt(db, [...new Set(starts)])).toSorted(inTrashLast);
  const byStart = Map.groupBy(atStarts, (one) => one.event.start_utc);
  return {
    /** Complains if a row matches two events, or if its id belongs to a different event. */
    match(row: Row, reportProblem: ReportProblem): StoredEvent | undefined {
      const id = idIn(row);
      const named = byId.get(id ?? 0);
      const other = byKey.get(row.cells.get('external_id') ?? '');
      if (named !== undefined && isStranger(row, named, context)) {
        reportProblem('id', `is that of another stored event, "${named.event.title}"`);
        return undefined;
      }
      if (named !== undefined && other !== undefined && other.event.id !== named.event.id) {
        reportProblem('external_id', `is that of another stored event, ${other.event.id}`);
        return undefined;
      }
      if (named !== undefined || other !== undefined) return named ?? other;
      if (!isUnnamed(row)) return undefined;
      const sameStart = byStart.get(startIn(row, context) ?? Number.NaN) ?? [];
      const numbered = sameStart.filter((one) => hasNumberedSlug(row, one));
      const called = sameStart.find((one) => isCalled(row, one));
      return called ?? numbered.find((one) => isTitle(row, one)) ?? numbered[0];
    },
  };
}

const inTrashLast = ({ event: a }: StoredEvent, { event: b }: StoredEvent): number =>
  Number(a.status === 'trash') - Number(b.status === 'trash') || a.id - b.id;

export function idIn({ cells }: Row): number | undefined {
  const text = cells.get('id') ?? '';
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

/** In any language of the event. */
function isTitle({ cells }: Row, { event, translations }: StoredEvent): boolean {
  const title = foldText(toPlainText(cells.get('title') ?? ''));
  return [event, ...translations].some((texts) => foldText(texts.title) === title);
}

function isSlug({ cells }: Row, { event, translations }: StoredEvent): boolean {
  const slug = slugify(cells.get('slug') ?? '');
  return [event, ...translations].some((texts) => texts.slug === slug);
}

const isCalled = (row: Row, stored: StoredEvent): boolean =>
  row.cells.has('slug') ? isSlug(row, stored) : isTitle(row, stored);

/** The slug of the row was taken when it was imported. */
const hasNumberedSlug = ({ cells }: Row, { event }: StoredEvent): boolean =>
  cells.has('slug') && isSlugOf(event.slug, slugify(cells.get('slug') as string));

/** Rows from another calendar contain its ids: neither title, slug nor start match the stored event of that id. */
function isStranger(row: Row, stored: StoredEvent, context: ReadContext): boolean {
  const { cells } = row;
  const key = cells.get('external_id');
  if (key !== undefined && key === stored.event.external_id) return false;
  const fits = [
    ...(cells.has('title') ? [isTitle(row, stored)] : []),
    ...(cells.has('slug') ? [isSlug(row, stored)] : []),
    ...(cells.has('start_date') ? [startIn(row, context) === stored.event.start_utc] : []),
  ];
  return fits.length > 1 && !fits.includes(true);
}

function startIn({ cells }: Row, { zones, siteZone, now }: ReadContext): number | undefined {
  const text = momentIn(cells, 'start');
  const zone = cells.has('timezone') ? zoneNamed(cells.get('timezone') as string, zones) : siteZone;
  const date = text === undefined || zone === undefined ? undefined : parseDate(text, { now, zone, zones });
  if (date === undefined || zone === undefined) return undefined;
  const span = toSpan(date, date, { zone, allDay: flagIn(cells.get('all_day') ?? '') === true, zones });
  return typeof span === 'string' ? undefined : span.start_utc;
}
