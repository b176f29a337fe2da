// Redirects of pages.
import { html } from 'ghtml';
import type { OutgoingReply } from '../http/response/outgoing.ts';

export const redirectTo = (location: string): OutgoingReply => ({
  status: 301,
  headers: { location, 'content-type': 'text/html; charset=UTF-8', 'cache-control': 'no-cache' },
  body: Buffer.from(html`<a href="${location}">${location}</a>`),
  cacheable: false,
});

/** To the present path of a page, with the query of the requested URL as it was sent. */
export const movedTo = (location: string, requested: string): OutgoingReply =>
  redirectTo(location.replace(/\?.*$/s, '') + requested.replace(/^[^?]*/, ''));
