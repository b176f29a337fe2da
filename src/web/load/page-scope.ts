// What the functions that load pages are given.
import type { ViewContext } from '../views/view.ts';
import type { Interface, Query } from './interface.ts';

export interface PageScope extends ViewContext {
  calendar: Interface;
  /** The filters of the form as query parameters of the interface. */
  query: Query;
  /** Sent with a form, for a protected event. */
  password: string | undefined;
}
