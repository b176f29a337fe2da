// Pages that say what went wrong and what to do next.
import { html } from 'ghtml';
import { filterForm } from './filter-form.ts';
import type { View, ViewContext } from './view.ts';

interface Note {
  status: number;
  heading: string;
  /** HTML. */
  body: string;
}

function note({ texts, links }: ViewContext, { status, heading, body }: Note): View {
  return {
    status,
    title: heading,
    main: html`<div class="note"><h1>${heading}</h1>!${body}<p><a class="button primary" href="${links.page('/events/')}">${texts.text('toCalendar')}</a></p></div>`,
  };
}

export const notFoundView = (context: ViewContext): View =>
  note(context, {
    status: 404,
    heading: context.texts.text('notFound'),
    body: html`<p>${context.texts.text('notFoundHelp')}</p>`,
  });

export const notPublicView = (context: ViewContext): View =>
  note(context, {
    status: 403,
    heading: context.texts.text('notPublic'),
    body: html`<p>${context.texts.text('notPublicHelp')}</p>`,
  });

export const goneView = (context: ViewContext): View =>
  note(context, {
    status: 404,
    heading: context.texts.text('gone'),
    body: html`<p>${context.texts.text('goneHelp')}</p>`,
  });

/** `message` comes from the interface, in the language of the page. The form lets the reader correct the input. */
export function wrongInputView(context: ViewContext, message: string): View {
  const form = filterForm(context, { path: '/events/', hasDates: true });
  const body = html`<p class="problem" role="alert">${message}</p>`;
  const { main, ...view } = note(context, { status: 400, heading: context.texts.text('wrongInput'), body });
  return { ...view, main: main + form };
}

/** The password is sent in the body, so that it is in no address and no log. */
export function passwordView({ texts }: ViewContext, isWrong: boolean): View {
  const heading = texts.text('protected');
  const problem = isWrong ? html`<p class="problem" role="alert">${texts.text('wrongPassword')}</p>` : '';
  return {
    status: 403,
    title: heading,
    main: html`<div class="note"><h1>${heading}</h1>!${problem}<form method="post"><label>${texts.text('password')}<input type="password" name="password" required autocomplete="off"></label><button class="primary" type="submit">${texts.text('open')}</button></form></div>`,
  };
}
