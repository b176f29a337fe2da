// How the routes of events reply: which replies are public, and how a single event is presented.
import { anonymous } from '../../core/roles.ts';
import type { RequestContext } from '../../http/route.ts';
import type { Reader } from '../../store/store.ts';
import { lastChange } from '../records/status.ts';
import type { PresentedRecord } from '../records/write/reply.ts';
import { presentEvent, withoutJsonLd } from './fields/present.ts';
import { loadRelations } from './relations.ts';
import type { EventPresentation, EventRecord, Relations } from './types.ts';

/** Whether every anonymous reader gets the same complete reply, so that it can be composed from the event cache. */
export const isPublicResponse = ({ caller, params }: RequestContext): boolean =>
  caller === anonymous && !['_fields', '_envelope', 'password', 'context'].some((name) => params.has(name));

/** Presents a single event to a caller who may read it. */
export async function showEvent(
  db: Reader,
  event: EventRecord,
  context: RequestContext,
  currency: EventPresentation['currency'],
): Promise<PresentedRecord> {
  const relations = await loadRelations(db, [event], context);
  let presented: Record<string, unknown> | undefined;
  const body = () =>
    (presented ??= presentEvent(event, relations, { ...context, currency }, { withJsonLd: true, masked: false }));
  return {
    textBytes: textBytes(event, relations),
    written: () => withoutJsonLd(body()),
    read: () => ({ body: body(), modified: latestChange([event], relations, context.now) }),
  };
}

/** Other texts are short. */
function textBytes(event: EventRecord, { related, terms }: Relations): number {
  const records = [event, ...(related.get(event.id) ?? []), ...(terms.get(event.id) ?? [])];
  return records.reduce((sum, { description }) => sum + Buffer.byteLength(description), 0);
}

export const latestChange = (events: readonly EventRecord[], { related, terms }: Relations, now: number): number =>
  lastChange([...events, ...[...related.values()].flat(), ...[...terms.values()].flat()], now);
