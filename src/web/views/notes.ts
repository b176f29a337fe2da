// Error pages: what went wrong, and what to do next.
import { html } from 'ghtml';
import type { ErrorJson } from '../load/api-types.ts';
import type { TextKey } from '../texts/texts.ts';
import { type FilterName, filterOf, isChoice, isDate } from '../urls/filters.ts';
import { isDay } from '../urls/page-url.ts';
import { filterForm } from './filter-form.ts';
import type { View, ViewContext } from './view.ts';

const note =
  (status: number, heading: TextKey, help: TextKey) =>
  ({ texts, links }: Pick<ViewContext, 'texts' | 'links'>): View => ({
    status,
    title: texts.text(heading),
    main: html`<div class="note"><h1>${texts.text(heading)}</h1><p>${texts.text(help)}</p><p><a class="button primary" href="${links.page('/events/')}">${texts.text('toCalendar')}</a></p></div>`,
  });

export const notFoundView = note(404, 'notFound', 'notFoundHelp');
export const notPublicView = note(403, 'notPublic', 'notPublicHelp');
export const goneView = note(404, 'gone', 'goneHelp');
export const unavailableView = note(503, 'unavailable', 'unavailableHelp');

/** The problems come from the API, in the language of the page. The form lets the reader correct the input. */
export function wrongInputView(context: ViewContext, problems: readonly string[]): View {
  const { texts, links } = context;
  const heading = texts.text('wrongInput');
  return {
    status: 400,
    title: heading,
    main: html`<div class="head"><h1>${heading}</h1></div>
<div class="problem" role="alert">!${problems.map((problem) => html`<p>${problem}</p>`)}</div>
<p>${texts.text('wrongInputHelp')}</p>
!${filterForm(context, { path: '/events/', hasDates: true, isOpen: true })}
<p><a class="button" href="${links.page('/events/')}">${texts.text('withoutFilters')}</a></p>`,
  };
}

/** The password is sent in the body, which keeps it out of URLs and logs. */
export function passwordView({ texts, links }: ViewContext, problem = '', status = 403): View {
  const heading = texts.text('protected');
  return {
    status,
    title: heading,
    main: html`<div class="note"><h1>${heading}</h1>!${problem && html`<p class="problem" role="alert">${problem}</p>`}<form method="post"><label>${texts.text('password')}<input type="password" name="password" required autocomplete="off"></label><div class="actions"><button class="primary" type="submit">${texts.text('open')}</button><a class="button" href="${links.page('/events/')}">${texts.text('toCalendar')}</a></div></form></div>`,
  };
}

/** The page for filters that the API refuses. */
export function refusalView(context: ViewContext, { message, data }: ErrorJson): View {
  const problems = Object.entries(data?.params ?? {}).map(([parameter, problem]) => {
    const name = filterOf(parameter);
    if (name === undefined) return problem;
    const value = problemOf(name, problem, context);
    return context.texts.text('named', { name: context.texts.text(name), value });
  });
  return wrongInputView(context, problems.length > 0 ? problems : [message]);
}

/** The API's own messages mention ids and slugs, which mean nothing to visitors. */
function problemOf(name: FilterName, problem: string, { filters, texts }: ViewContext): string {
  const value = filters[name];
  if (isDate(name) && !isDay(value)) return texts.text('notADate', { name: value.slice(0, 100) });
  return isChoice(name) || name === 'near' ? texts.text('notInCalendar', { name: value.slice(0, 100) }) : problem;
}
