// Derives messages from the change log. Pure: each row comes with the previous and next row of the same record.
import { type LoggedKind, plurals } from '../core/kinds.ts';
import { type Action, messageBody } from '../resources/webhooks/types.ts';
import type { ChangesTable } from '../store/schema.ts';

type LoggedState = Pick<ChangesTable, 'status' | 'published_at' | 'external_id'>;

/** A row of the log. */
export interface LoggedRow extends LoggedState {
  seq: number;
  kind: LoggedKind;
  record_id: number;
  at: number;
  /** The previous row of the same record. */
  previous: LoggedState | undefined;
  /** When the next row of the same record was written. */
  nextAt: number | undefined;
}

export interface Message {
  kind: LoggedKind;
  action: Action;
  recordId: number;
  /** Time of the change, in UTC seconds. */
  at: number;
  /** Omitted for terms, images and deletions. */
  status?: string;
  externalId: string | null;
}

export interface LogExcerpt {
  /** In the order of the log. */
  logged: readonly LoggedRow[];
  /** Scheduled records that have become due, in the order of their publication times. */
  due: readonly LoggedRow[];
  /** Time up to which due records have been reported already. */
  throughAt: number;
}

/** All messages; those about one record are in the right order. */
export function messagesOf({ logged, due, throughAt }: LogExcerpt): Message[] {
  const messages: Message[] = [];
  const waiting = [...due];
  for (const row of logged) {
    while (waiting[0] && waiting[0].seq < row.seq && waiting[0].published_at <= row.at)
      messages.push(publicationOf(waiting.shift() as LoggedRow));
    messages.push(...messagesOfRow(row));
    // It was committed only after its publication time, and will not be among `due`.
    if (comesDue(row) && row.published_at <= throughAt) messages.push(publicationOf(row));
  }
  return [...messages, ...waiting.map(publicationOf)];
}

const hasStatus = (kind: LoggedKind): boolean => kind === 'event' || kind === 'venue' || kind === 'organizer';
const isPublic = ({ status, published_at }: LoggedState, at: number): boolean =>
  status === 'publish' && published_at <= at;

/** Whether the record was scheduled, and unchanged at its publication time. */
export const comesDue = ({ status, at, published_at, nextAt }: LoggedRow): boolean =>
  status === 'publish' && published_at > at && (nextAt === undefined || nextAt >= published_at);

function messagesOfRow(row: LoggedRow): Message[] {
  const { kind, at, previous } = row;
  const messages = [messageOf(row, actionOf(row), at)];
  const wasPublic = previous !== undefined && isPublic(previous, at);
  if (hasStatus(kind) && isPublic(row, at) && !wasPublic) messages.push(messageOf(row, 'published', at));
  return messages;
}

function actionOf({ kind, status, published_at, previous }: LoggedRow): Action {
  if (status === null) return 'deleted';
  // An image from before the log had images.
  if (kind === 'media' && previous === undefined && published_at === 0) return 'updated';
  if (previous === undefined || previous.status === null) return 'created';
  if (status === 'trash') return previous.status === 'trash' ? 'updated' : 'trashed';
  return previous.status === 'trash' ? 'restored' : 'updated';
}

const publicationOf = (row: LoggedRow): Message => messageOf(row, 'published', row.published_at);

function messageOf(row: LoggedRow, action: Action, at: number): Message {
  const { kind, record_id: recordId, status } = row;
  const isScheduled = status === 'publish' && row.published_at > at;
  const visibleStatus = status === null || !hasStatus(kind) ? {} : { status: isScheduled ? 'future' : status };
  const externalId = (status === null ? row.previous : row)?.external_id ?? null;
  return { kind, action, recordId, at, ...visibleStatus, externalId };
}

/** Whether a webhook with these types sends the message. */
export const isSubscribed = ({ kind, action }: Message, types: readonly string[]): boolean =>
  ['*', `${kind}.*`, `${kind}.${action}`].some((pattern) => types.includes(pattern));

/** `root` is the base URL of the API. */
export const bodyOf = ({ kind, action, recordId, at, status, externalId }: Message, root: string): string =>
  messageBody(`${kind}.${action}`, at, {
    kind,
    id: recordId,
    external_id: externalId ?? undefined,
    status,
    rest_url: `${root}/${plurals[kind]}/${recordId}`,
  });
