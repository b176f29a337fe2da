// Addresses that moved: those of the reference's query forms, and pages without the slash at their end.
import type { PageLinks } from './links.ts';
import type { PageAddress } from './page-address.ts';

/** The path to redirect to, or undefined. */
export function redirectOf(url: string, { path, page }: PageAddress, links: PageLinks): string | undefined {
  if (page.view === 'unknown') return undefined;
  const [asked = '', search = ''] = url.split('?', 2) as [string, string?];
  const params = new URLSearchParams(search);
  const day = params.get('tribe-bar-date') ?? undefined;
  const words = params.get('tribe-bar-search') ?? undefined;
  const display = params.get('eventDisplay') ?? undefined;
  if (day !== undefined || words !== undefined || display !== undefined) {
    const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day ?? '');
    const target = displayPath(display, isDay ? day : undefined) ?? path;
    const isList = target === '/events/';
    return links.page(target, { search: words, from: isList && isDay ? day : undefined });
  }
  if (path === '/events/list/') return links.page('/events/') + (search === '' ? '' : `?${search}`);
  return asked.endsWith('/') ? undefined : `${links.page(path)}${search === '' ? '' : `?${search}`}`;
}

function displayPath(display: string | undefined, day: string | undefined): string | undefined {
  switch (display) {
    case 'month':
      return day ? `/events/${day.slice(0, 7)}/` : '/events/month/';
    case 'week':
      return day ? `/events/week/${day}/` : '/events/week/';
    case 'day':
      return day ? `/events/${day}/` : '/events/today/';
    case 'past':
      return '/events/past/';
    case 'list':
      return '/events/';
    default:
      return undefined;
  }
}
