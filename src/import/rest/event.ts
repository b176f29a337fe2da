import { presentCost, readCost } from '../../core/text/cost/cost.ts';
import { isBlank } from '../../core/text/plain-text.ts';
import { switches } from '../../resources/events/types.ts';
import type { Publication } from '../../resources/upsert/types.ts';
import type { Flag } from '../../store/schema.ts';
import { readEventStatus, readStatusReason } from './event-status.ts';
import { readHtml } from './html.ts';
import { readImage } from './image.ts';
import { recordKey, siteOf } from './keys.ts';
import { isMasked, noteLeftOut } from './left-out.ts';
import { readPublication } from './publication.ts';
import { readWhen } from './span.ts';
import { readLanguage, readSlug, readWebsite, shorten } from './texts.ts';
import { readTickets } from './tickets.ts';
import { type Embedded, type Note, type PageContext, type SourceEvent, Unusable } from './types.ts';
import { flagOf, idOf, isRecord, plainOf, type RawRecord, referencesOf, textOf } from './values.ts';

const longestTitle = 2000;

/** An event of any site that speaks the interface. Throws Unusable. */
export function readEvent(listed: RawRecord, context: PageContext, note: Note): SourceEvent {
  // What a password hides in the list is hidden.
  const details = isMasked(listed) ? undefined : context.detailsOf?.('event', idOf(listed['id']) ?? 0);
  const raw = { ...listed, ...details };
  const title = shorten(plainOf(raw['title'], raw), longestTitle, 'title', note);
  if (isBlank(title)) throw new Unusable('has no title');
  const when = readWhen(raw, context, note);
  noteLeftOut(raw, context, note);
  const id = idOf(raw['id']);
  const key = recordKey(raw, context.site, ['event', title, when.start_wall, when.timezone]);
  const flags = Object.fromEntries(switches.map((name) => [name, flagOf(raw[name]) ? 1 : 0])) as Record<
    (typeof switches)[number],
    Flag
  >;
  return {
    key,
    id,
    externalId: textOf(raw['external_id']) || undefined,
    ...hiddenIfProtected(id, readPublication(raw, context, note), context, note),
    author: textOf(raw['author']),
    language: readLanguage(raw),
    texts: {
      title,
      description: readHtml(raw, 'description', note),
      excerpt: readHtml(raw, 'excerpt', note),
      website: readWebsite(raw, note),
      ...readStatusReason(raw),
    },
    slug: readSlug(raw['slug']),
    columns: {
      ...when,
      cost: readPrice(raw, note),
      ...flags,
      ...readEventStatus(raw),
      ...readImage(raw, context),
      ...readTickets(raw, when.timezone, context, note),
    },
    terms: [...named(raw['categories'], 'category' as const), ...named(raw['tags'], 'tag' as const)],
    linked: [...named(raw['venue'], 'venue' as const), ...named(raw['organizer'], 'organizer' as const)],
    context: { ...context, site: siteOf(raw['rest_url']) || key.replace(/\?[^?]*$/, '') },
    parentKey: parentKeyOf(raw, key),
    isMasked: isMasked(raw),
  };
}

/** Passwords are not in replies; an event that needs one there must not be public here. */
function hiddenIfProtected(
  id: number | undefined,
  publication: Publication,
  { whyClosed }: PageContext,
  note: Note,
): Publication {
  const why = id === undefined || publication.status !== 'publish' ? undefined : whyClosed?.(id);
  if (why === undefined) return publication;
  note(why);
  return { ...publication, status: 'private' };
}

function parentKeyOf(raw: RawRecord, key: string): string | undefined {
  if (raw['post_parent'] === undefined) return undefined;
  const parent = idOf(raw['post_parent']);
  return parent === undefined ? '' : key.replace(/\?[^?]*$/, `?id=${parent}`);
}

const named = <K>(value: unknown, kind: K): Embedded<K>[] => referencesOf(value).map((raw) => ({ kind, raw }));

/**
 * The text of the cost is the truth; what others parsed out of it is compared. Servers that show a list of prices as a
 * range, or nothing as free, have the original in the details.
 */
function readPrice(raw: RawRecord, note: Note): string {
  const details = isRecord(raw['cost_details']) ? raw['cost_details'] : {};
  const values = Array.isArray(details['values']) ? details['values'] : [];
  const listed = values.map(textOf).filter((text) => text !== '');
  const shown = plainOf(raw['cost'], raw);
  const symbol = plainOf(details['currency_symbol'], raw);
  const priced = listed.map((value) =>
    details['currency_position'] === 'postfix' ? `${value} ${symbol}` : symbol + value,
  );
  const costs = [shown || listed, listed, priced].map((cost) => readCost(cost) ?? '');
  const found = costs.find((cost) => showsAs(cost, shown, listed));
  if (found === undefined && isRecord(raw['cost_details']) && !hasValues(costs[0] as string, listed))
    note('has cost_details that do not fit its cost; recomputed', `${shown}: ${listed.join(', ')}`);
  return found ?? (costs[0] as string);
}

const currency = { defaultSymbol: '$', defaultPosition: 'prefix' } as const;

const showsAs = (cost: string, shown: string, listed: readonly string[]): boolean =>
  presentCost(cost, currency).cost === shown && hasValues(cost, listed);

function hasValues(cost: string, listed: readonly string[]): boolean {
  const { values } = presentCost(cost, currency).cost_details;
  return values.length === listed.length && values.every((value, at) => sameAmount(value, listed[at] as string));
}

const sameAmount = (a: string, b: string): boolean => a === b || (a !== '' && Number(a) === Number(b));
