// How the routes of events reply: which replies are public, and how a single event is presented.
import { anonymous } from '../../core/roles.ts';
import type { RequestContext } from '../../http/route.ts';
import type { Reader } from '../../store/store.ts';
import { newestOf, type PresentedRecord, type RecordPresenter } from '../records/write/hooks.ts';
import { presentEvent, withoutJsonLd } from './fields/present.ts';
import { loadRelations } from './relations.ts';
import { getEvent } from './service.ts';
import type { EventPresentation, EventRecord, Relations } from './types.ts';

/** Whether every anonymous reader gets the same complete reply, so that it can be made from the event cache. */
export const isPublicResponse = ({ caller, params }: RequestContext): boolean =>
  caller === anonymous && !['_fields', '_envelope', 'password', 'context'].some((name) => params.has(name));

/** Presents single events to a caller who may read them. */
export function eventPresenter(
  context: RequestContext,
  currency: EventPresentation['currency'],
): RecordPresenter<EventRecord> {
  const presentation = { ...context, currency };
  const show = async (db: Reader, event: EventRecord): Promise<PresentedRecord> => {
    const relations = await loadRelations(db, [event], context);
    let presented: Record<string, unknown> | undefined;
    const body = () =>
      (presented ??= presentEvent(event, relations, presentation, { withJsonLd: true, masked: false }));
    return {
      textBytes: textBytes(event, relations),
      written: () => withoutJsonLd(body()),
      read: () => ({ body: body(), modified: latestChange([event], relations, context.now) }),
    };
  };
  return { find: (db, id) => getEvent(db, { id }, context), show };
}

/** Other texts are short. */
function textBytes(event: EventRecord, { related, terms }: Relations): number {
  const records = [event, ...(related.get(event.id) ?? []), ...(terms.get(event.id) ?? [])];
  return records.reduce((sum, { description }) => sum + Buffer.byteLength(description), 0);
}

/** Time of the latest change among events and their related records. */
export const latestChange = (events: readonly EventRecord[], { related, terms }: Relations, now: number): number =>
  newestOf([...events, ...[...related.values()].flat(), ...[...terms.values()].flat()], now);
