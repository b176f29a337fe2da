// The error page for filters that the interface refuses.
import { type FilterName, filterNames } from '../address/filters.ts';
import { isDay } from '../address/page-address.ts';
import { wrongInputView } from '../views/notes.ts';
import type { View } from '../views/view.ts';
import type { ErrorJson } from './interface-types.ts';
import type { PageScope } from './page-scope.ts';

/** Parameters of the interface that have another name in the form. */
const filterOf: Readonly<Record<string, FilterName>> = {
  start_date: 'from',
  end_date: 'to',
  categories: 'category',
  tags: 'tag',
};

export function refusalView(scope: PageScope, { message, data }: ErrorJson): View {
  const problems = Object.entries(data?.params ?? {}).map(([parameter, problem]) => {
    const name = filterOf[parameter] ?? filterNames.find((filter) => filter === parameter);
    return name === undefined ? problem : `${scope.texts.text(name)}: ${problemOf(name, problem, scope)}`;
  });
  return wrongInputView(scope, problems.length > 0 ? problems : [message]);
}

/** The interface's own messages mention ids and slugs, which mean nothing to visitors. */
function problemOf(name: FilterName, problem: string, { filters, texts }: PageScope): string {
  const value = filters[name];
  if ((name === 'from' || name === 'to') && !isDay(value)) return texts.text('notADate', { name: value.slice(0, 100) });
  const isChoice = name === 'category' || name === 'tag' || name === 'venue' || name === 'near';
  return isChoice ? texts.text('notInCalendar', { name: value.slice(0, 100) }) : problem;
}
