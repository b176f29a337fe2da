// Author, status and publication date of events, venues and organizers in a write: how they are checked and applied.
import { forbidden, type Problems } from '../../../core/api-error.ts';
import { isInRange, parseWall } from '../../../core/dates/civil.ts';
import type { DateValue } from '../../../core/dates/parse/date-value.ts';
import type { Zones } from '../../../core/dates/zones.ts';
import { type Caller, mayEditOthers } from '../../../core/roles.ts';
import type { DateInput, ReadContext } from '../../../http/params/field.ts';
import type { PublicationColumns } from '../../../store/schema.ts';
import type { Reader } from '../../../store/store.ts';
import { findUserById } from '../../users/repository.ts';
import type { Scope } from '../scope.ts';
import { type Status, statusToStore } from '../status.ts';

/**
 * Unknown authors (D19) are reported only to callers who may set other authors, as anyone else may set only themselves; 0 is to
 * all. The stored author `before` may be sent back, although the user may have been deleted.
 */
export async function checkAuthor(
  db: Reader,
  author: number | undefined,
  problems: Problems,
  { caller, before }: { caller: Caller; before: number | undefined },
): Promise<void> {
  if (author === undefined || author === before || (author > 0 && !mayEditOthers(caller))) return;
  if (!(await findUserById(db, author))) problems.add('author', 'unknown_user');
}

/**
 * Setting another author than oneself takes rights, which are checked after the parameters. A record's current author may
 * always be sent back, because whoever may edit the record is that author or may set any.
 */
export function assertMaySetAuthor(caller: Caller, author: number | undefined): void {
  if (author !== undefined && author !== caller.userId && !mayEditOthers(caller))
    throw forbidden(caller, mayEditOthers, 'rest_forbidden_author');
}

/** Publication date of a record, past or future; either parameter may be sent. */
export interface PublicationDates {
  date?: DateInput | undefined;
  date_utc?: DateInput | undefined;
}

interface DateContext extends Pick<ReadContext, 'siteZone' | 'zones'> {
  /** The stored publication time of an existing record. */
  before: number | undefined;
}

/**
 * The publication time in UTC seconds, `undefined` if none was sent: `date` is in the site's zone, `date_utc` in UTC unless
 * they carry an offset. If both are sent they must denote the same instant (D23).
 */
export function publicationTime(sent: PublicationDates, problems: Problems, context: DateContext): number | undefined {
  const time = readTime(sent, problems, context);
  if (time === undefined) return undefined;
  if (!isInRange(time) || parseWall(context.zones.toWall(time, context.siteZone)) === undefined)
    problems.add(sent.date === undefined ? 'date_utc' : 'date', 'date_out_of_range');
  return time;
}

function readTime(
  { date, date_utc }: PublicationDates,
  problems: Problems,
  { before, siteZone, zones }: DateContext,
): number | undefined {
  const utc = date_utc && toInstant(date_utc.in('UTC'), 'UTC', zones);
  if (date === undefined) return utc;
  // An ambiguous time (end of DST) is resolved by `date_utc`, or else by the stored time.
  const reference = utc ?? before;
  const isReference = reference !== undefined && isWallTime(date.value, zones.toWall(reference, siteZone));
  const local = isReference ? reference : toInstant(date.value, siteZone, zones);
  if (utc !== undefined && local !== utc) problems.add('date_utc', 'dates_differ');
  return local;
}

const isWallTime = (value: DateValue, wall: string): boolean => value.kind === 'wall' && value.wall === wall;

export const toInstant = (value: DateValue, zone: string, zones: Zones): number =>
  value.kind === 'instant' ? value.epoch : zones.toEpoch(value.wall, zone).epoch;

interface PublicationValues {
  status?: Status;
  author?: number;
  publishedAt?: number;
  external_id?: string | null;
}

/** The publication columns of a new record, and its image. */
export const newPublication = ({ caller, now, language }: Scope) => ({
  status: statusToStore(caller, undefined),
  trashed_from: null,
  author_id: caller.userId,
  published_at: now,
  modified_at: now,
  language,
  external_id: null,
  image_id: null,
});

/** The publication columns after a write; fields that were not sent keep their value (D20). */
export function patchPublication(
  before: PublicationColumns,
  { status, author, publishedAt, external_id }: PublicationValues,
  { caller, now }: { caller: Caller; now: number },
): Omit<PublicationColumns, 'id' | 'language'> {
  const stored = status === undefined ? before.status : statusToStore(caller, status);
  const entersTrash = stored === 'trash' && before.status !== 'trash';
  return {
    status: stored,
    trashed_from: entersTrash ? before.status : stored === 'trash' ? before.trashed_from : null,
    author_id: author ?? before.author_id,
    published_at: publishedAt ?? before.published_at,
    modified_at: now,
    external_id: external_id === undefined ? before.external_id : external_id,
  };
}
