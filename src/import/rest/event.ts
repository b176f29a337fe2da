import { withoutUndefined } from '../../core/objects.ts';
import { isBlank } from '../../core/text/plain-text.ts';
import { Fault } from '../../http/params/field.ts';
import type { Raw } from '../../http/params/raw.ts';
import { emptyEventColumns, eventTable } from '../../resources/events/fields/table.ts';
import { changesIn, plainFieldsOf } from '../../resources/records/field-table.ts';
import { maxLineLength } from '../../resources/records/fields.ts';
import type { Publication } from '../../resources/upsert/types.ts';
import { readEventStatus } from './event-status.ts';
import { recordKey } from './keys.ts';
import { isMasked, noteLeftOut } from './left-out.ts';
import { readPrice, readTickets } from './prices.ts';
import { readPublication } from './publication.ts';
import { readWhen } from './span.ts';
import { nameOf, readLanguage, readSlug, readTexts, shorten } from './texts.ts';
import { type Note, type PageContext, type SourceEvent, Unusable } from './types.ts';
import { flagOf, idOf, type RawRecord, readImage, textOf } from './values.ts';

/** Reads an event of any server of the interface. Throws Unusable. */
export function readEvent(listed: RawRecord, context: PageContext, note: Note): SourceEvent {
  // The password also protects what wp/v2 shows.
  const details = isMasked(listed) ? undefined : context.detailsOf?.('event', idOf(listed['id']) ?? 0);
  const raw = { ...listed, ...details };
  const title = shorten(nameOf(raw, 'event'), maxLineLength, 'title', note);
  if (isBlank(title)) throw new Unusable('has no title');
  const when = readWhen(raw, context, note);
  noteLeftOut(raw, context, note);
  const id = idOf(raw['id']);
  const key = recordKey(raw, context.site, ['event', title, when.start_wall, when.timezone]);
  return {
    key,
    id,
    externalId: textOf(raw['external_id']) || undefined,
    ...hiddenIfProtected(id, readPublication(raw, context, note), context, note),
    author: textOf(raw['author']),
    language: readLanguage(raw),
    texts: readTexts(raw, title, note),
    slug: readSlug(raw['slug']),
    columns: withoutUndefined({
      ...plainColumns(raw, context),
      ...when,
      cost: readPrice(raw, note),
      ...readEventStatus(raw),
      ...readImage(raw, context),
      tickets: readTickets(raw, when.timezone, context, note),
    }),
    parentKey: parentKeyOf(raw, key),
    isMasked: isMasked(raw),
  };
}

const changesOf = changesIn(eventTable);
/** Columns with readers of their own, and the parent, whose id here follows from `parentKey`. */
const readHere = ['cost', 'event_status', 'attendance_mode', 'online_url', 'post_parent'];
const plainFields = plainFieldsOf(eventTable).filter(
  ({ name }) => name in emptyEventColumns && !readHere.includes(name),
);

/** As requests are read, but switches as any server writes them. What a request could not say counts as not stated. */
function plainColumns(raw: RawRecord, context: PageContext) {
  const values = plainFields.map(({ name, parameter: { schema, read } }) => {
    const sent = raw[name] as Raw | undefined;
    if (sent === undefined || sent === null) return [name, sent];
    const value = schema['type'] === 'boolean' ? flagOf(sent) : read(sent, context);
    return [name, value instanceof Fault ? undefined : value];
  });
  return changesOf(Object.fromEntries(values)).columns;
}

/** Replies do not contain passwords, so an event that is protected there becomes private here. */
function hiddenIfProtected(
  id: number | undefined,
  publication: Publication,
  { privacyReason }: PageContext,
  note: Note,
): Publication {
  const why = id === undefined || publication.status !== 'publish' ? undefined : privacyReason?.(id);
  if (why === undefined) return publication;
  note(why);
  return { ...publication, status: 'private' };
}

function parentKeyOf(raw: RawRecord, key: string): string | undefined {
  if (raw['post_parent'] === undefined) return undefined;
  const parent = idOf(raw['post_parent']);
  return parent === undefined ? '' : key.replace(/\?[^?]*$/, `?id=${parent}`);
}
