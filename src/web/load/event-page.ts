// The page of one event.
import { eventView } from '../views/event.ts';
import { goneView, notFoundView, notPublicView, passwordView } from '../views/notes.ts';
import type { EventPage, View } from '../views/view.ts';
import { alternatesOf } from './alternates.ts';
import type { ErrorJson, EventJson } from './interface-types.ts';
import type { PageScope } from './page-scope.ts';

export async function eventPage(scope: PageScope, slug: string): Promise<View | string> {
  const { calendar, password, links } = scope;
  const { status, body } = await calendar.get<EventJson & ErrorJson>(`/events/by-slug/${encodeURIComponent(slug)}`, {
    password,
  });
  if (status === 200) {
    const canonical = links.local(body.url);
    const isCanonical =
      password !== undefined || decodeURIComponent(canonical) === decodeURIComponent(links.page(`/event/${slug}/`));
    return isCanonical ? eventView(scope, await loadEventPage(scope, body)) : canonical;
  }
  if (body.code === 'event-password-protected') return passwordView(scope, password !== undefined);
  if (body.code === 'event-no-longer-available') return goneView(scope);
  return status === 403 ? notPublicView(scope) : notFoundView(scope);
}

/** The event with the records that its reply refers to by id. */
async function loadEventPage(scope: PageScope, event: EventJson): Promise<EventPage> {
  const { calendar } = scope;
  const image = event.image ? await calendar.get<{ alt_text?: string }>(`/media/${event.image.id}`) : undefined;
  const parent = event.post_parent ? await calendar.get<EventJson>(`/events/${event.post_parent}`) : undefined;
  return {
    event,
    parent: parent?.status === 200 ? parent.body : undefined,
    others: await otherDates(scope, event),
    alternativeText: image?.status === 200 ? (image.body.alt_text ?? '') : '',
    alternates: await alternatesOf(scope, `/events/${event.id}`, event),
  };
}

/** Other dates of the same series, soonest first. */
async function otherDates({ calendar }: PageScope, { id, post_parent }: EventJson): Promise<readonly EventJson[]> {
  const parent = post_parent || id;
  const { events } = await calendar.events({ post_parent: String(parent), per_page: '10' });
  return events.filter((event) => event.id !== id);
}
