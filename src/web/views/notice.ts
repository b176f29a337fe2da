// The box above an event: canceled, postponed, moved or over, and when visitors can come instead.
import { html } from 'ghtml';
import type { EventJson } from '../load/api-types.ts';
import type { Texts } from '../texts/texts.ts';
import { datedLink, langOfText } from './parts.ts';
import { isToCome, takesPlace } from './sale.ts';
import { unbroken } from './unbroken.ts';
import type { ViewContext } from './view.ts';

/** `others` are the dates of the same series, soonest first. */
export function notice(event: EventJson, others: readonly EventJson[], context: ViewContext): string {
  const { texts, links, hasPassed } = context;
  const change = changeOf(event, texts);
  if (isToCome(event, context)) return box('', change);
  const next = others.find((other) => takesPlace(other) && !hasPassed(other.utc_start_date, 'UTC'));
  const instead = next ? html`<p>!${texts.text('nextDate', { name: datedLink(next, context, event.title) })}</p>` : '';
  if (!takesPlace(event)) return box('', change + instead);
  // The page of a series has the times of its first date.
  if (event.post_parent === 0 && next) return box(' over', instead);
  const upcoming = html`<p><a href="${links.page('/events/')}">${texts.text('upcomingEvents')}</a></p>`;
  return box(' over', html`<strong>${texts.text('isOver')}</strong>!${instead || upcoming}`);
}

const box = (style: string, content: string): string =>
  content === '' ? '' : html`<div class="notice${style}" role="note">!${content}</div>`;

function changeOf(event: EventJson, texts: Texts): string {
  const { event_status, event_status_reason: reason, previous_start_date: previous } = event;
  if (event_status === 'scheduled') return '';
  const day = event.all_day ? texts.fullDay : texts.dayAndTime;
  // Few screen readers say that a text is struck through.
  const was = previous && html` !${texts.text('previousDate', { name: html`<s>!${unbroken(day(previous))}</s>` })}`;
  const why = reason === '' ? '' : html`<p!${langOfText('event_status_reason', event, texts)}>${reason}</p>`;
  return html`<strong>${texts.text(event_status)}</strong>!${was}!${why}`;
}
