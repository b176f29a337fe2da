// The search form, and the filters in use, each with a link that removes it.

import { html } from 'ghtml';
import { quoted } from '../../core/text/quoted.ts';
import type { Choice } from '../load/choices.ts';
import {
  type ChoiceName,
  choiceNames,
  type FilterName,
  type Filters,
  filterNames,
  isChoice,
  isDate,
} from '../urls/filters.ts';
import { isDay } from '../urls/page-url.ts';
import { langOf } from './parts.ts';
import type { ViewContext } from './view.ts';

interface FormOptions {
  /** Path of the view without language and query. */
  path: string;
  /** Whether to show date fields: days, weeks and months have dates of their own. */
  hasDates: boolean;
  /** Whether to show all fields. Results follow the form, and those below open fields would be out of sight on a phone. */
  isOpen?: boolean;
  /** The filter that the page itself decides, as a category's page decides the category; it has no field. */
  decided?: Partial<Filters> | undefined;
}

/** One GET form that works without scripts and stays in the current view. */
export function filterForm(
  context: ViewContext,
  { path, hasDates, isOpen = false, decided = {} }: FormOptions,
): string {
  const { texts, filters, links } = context;
  const used = filterNames.filter((name) => filters[name] !== '' && !(name in decided));
  const visible = used.filter((name) => hasDates || !isDate(name));
  const hidden = used.filter((name) => isDate(name) && !hasDates);
  const date = (name: 'from' | 'to') =>
    hasDates ? html`<label>${texts.text(name)}<input type="date" name="${name}" value="${filters[name]}"></label>` : '';
  const flag = (name: 'free' | 'online') =>
    html`<label class="check"><input type="checkbox" name="${name}" value="true" !${filters[name] === '' ? '' : 'checked'}>${texts.text(name)}</label>`;
  const selects = choiceNames.filter((name) => !(name in decided)).map((name) => select(context, name));
  return html`<form class="filters" method="get" action="${links.page(path)}" role="search">
<div class="words"><label><span class="visually-hidden">${texts.text('search')}</span><input type="search" name="search" value="${filters.search}" placeholder="${texts.text('search')}" maxlength="200"></label>
<button class="primary" type="submit">${texts.text('show')}</button></div>
<details !${isOpen ? 'open' : ''}><summary>${texts.text('filters')}</summary>
<div class="fields">!${date('from')}!${date('to')}
!${selects}
<label>${texts.text('near')}<input name="near" value="${filters.near}" maxlength="200"></label>
<div class="checks">!${flag('free')}!${flag('online')}</div></div></details>
!${hidden.map((name) => html`<input type="hidden" name="${name}" value="${filters[name]}">`)}
!${visible.length > 0 ? chips(context, path, visible) : ''}</form>`;
}

/** Without choices, only the selected value is offered. */
function select({ texts, filters, choices }: ViewContext, name: ChoiceName): string {
  const value = filters[name];
  const isOffered = value === '' || choices[name].some((choice) => choice.value === value);
  const offered: readonly Choice[] = isOffered ? choices[name] : [{ value, name: value }, ...choices[name]];
  if (offered.length === 0) return '';
  const options = offered.map(
    (choice) =>
      html`<option value="${choice.value}" !${choice.value === value ? 'selected' : ''}!${langOf(choice.language, texts)}>${choice.name}</option>`,
  );
  return html`<label>${texts.text(name)}<select name="${name}"><option value="">${texts.text('all')}</option>!${options}</select></label>`;
}

function chips(context: ViewContext, path: string, used: readonly FilterName[]): string {
  const { texts, links, filters } = context;
  const items = used.map((name) => {
    const label = labelOf(name, context);
    const without = links.page(path, { ...filters, [name]: '' });
    return html`<li><a class="chip" href="${without}" title="${texts.text('removeFilter', { name: label })}">${label} <span aria-hidden="true">×</span></a></li>`;
  });
  return html`<ul class="tags">!${items}<li><a class="chip" href="${links.page(path)}">${texts.text('clear')}</a></li></ul>`;
}

function labelOf(name: FilterName, { texts, filters, choices }: ViewContext): string {
  const value = filters[name];
  if (name === 'free' || name === 'online') return texts.text(name);
  if (name === 'search') return quoted(value, texts.language);
  const named = (shown: string) => texts.text('named', { name: texts.text(name), value: shown });
  if (isDate(name) && isDay(value)) return named(texts.fullDay(value));
  const chosen = isChoice(name) ? choices[name] : [];
  return named(chosen.find((choice) => choice.value === value)?.name ?? value);
}
