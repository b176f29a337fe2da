// From the values of a write to what it changes.
import type { Problems } from '../../core/api-error.ts';
import { isBlank, toPlainText } from '../../core/text/plain-text.ts';
import { keptHtml } from '../records/kept-html.ts';
import { inOneLine, type TermPatch, type TermValues } from './types.ts';

export function toPatch(values: TermValues, problems: Problems): TermPatch {
  const patch: TermPatch = {};
  if (values.name === null) patch.name = null;
  else if (values.name !== undefined) {
    patch.name = toPlainText(values.name);
    if (isBlank(patch.name)) problems.add('name', 'text_empty');
  }
  if (values.description !== undefined)
    patch.description =
      values.description === null ? '' : keptHtml(values.description, 'description', problems, inOneLine);
  if (values.slug !== undefined) patch.slug = values.slug;
  if (values.parent !== undefined) patch.parent = values.parent ?? 0;
  if (values.external_id !== undefined) patch.external_id = values.external_id;
  return patch;
}
