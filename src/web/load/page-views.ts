// Maps addresses to the functions that load their pages.
import type { Page } from '../address/page-address.ts';
import { notFoundView } from '../views/notes.ts';
import type { View } from '../views/view.ts';
import { eventPage } from './event-page.ts';
import { monthPage, weekPage } from './grid-pages.ts';
import { comingPage, dayPage, pastPage } from './list-pages.ts';
import type { PageScope } from './page-scope.ts';
import { relatedPage, termPage } from './related-pages.ts';

/** The view of a page, or the address to redirect to. */
export function viewOf(page: Page, scope: PageScope): Promise<View | string> {
  switch (page.view) {
    case 'list':
    case 'cards':
      return comingPage(scope, page.view);
    case 'past':
      return pastPage(scope);
    case 'month':
      return monthPage(scope, page.month);
    case 'week':
      return weekPage(scope, page.day);
    case 'day':
      return dayPage(scope, page.day);
    case 'event':
      return eventPage(scope, page.slug);
    case 'venue':
    case 'organizer':
      return relatedPage(scope, page.view, page.slug);
    case 'tag':
      return termPage(scope, 'tags', [page.slug]);
    case 'category':
      return termPage(scope, 'categories', page.slugs);
    case 'unknown':
      return Promise.resolve(notFoundView(scope));
  }
}
