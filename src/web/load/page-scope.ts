// The input of the functions that load pages.
import type { ViewContext } from '../views/view.ts';
import type { Interface, Query } from './interface.ts';

export interface PageScope extends ViewContext {
  calendar: Interface;
  /** The filters of the form as query parameters of the interface. */
  query: Query;
  /** Submitted password of a protected event. */
  password: string | undefined;
}
