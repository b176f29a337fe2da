import { formatUtc } from '../../../core/dates/civil.ts';
import { languages } from '../../../core/languages.ts';
import { listOf, named, strictObject } from '../../../http/openapi/schema.ts';
import type { JsonSchema } from '../../../http/params/field.ts';
import type { FieldChanges } from '../audit/changes.ts';
import { clockTime, textOf } from '../reply-schemas.ts';
import type { Comparison, Revision } from './service.ts';

const anyValue = (description: string): JsonSchema => ({ description });

const change = named(
  'FieldChange',
  strictObject(
    {
      field: textOf('Name of the parameter that changes it'),
      language: { type: 'string', enum: languages, description: 'Of a text' },
      before: anyValue('Value before; missing where it is no longer kept. Of a password only whether there was one'),
      after: anyValue('Value after'),
    },
    ['language', 'before', 'after'],
  ),
);

export const changesSchema = listOf(change);

export const presentChanges = (changes: FieldChanges) =>
  Object.entries(changes).map(([name, pair]) => {
    const [field, language] = name.split('@');
    return { field, ...(language ? { language } : {}), ...(pair ? { before: pair[0], after: pair[1] } : {}) };
  });

const revision = {
  id: { type: 'integer', minimum: 0, description: '0 is the state before the oldest' },
  date_utc: clockTime('When it was made, in UTC'),
  action: textOf('What was done: `created`, `updated`, `trashed`, `restored`, or `earlier` for 0'),
  author: { type: 'integer', description: 'User who did it; 0 for an import or another program' },
  author_name: textOf('Their login, or what the program is called'),
  fields: { ...listOf({ type: 'string' }), description: 'Names of what changed' },
};

export const revisionsSchema = named(
  'Revisions',
  strictObject({ revisions: listOf(named('RevisionSummary', strictObject(revision))) }),
);

export const revisionSchema = named(
  'Revision',
  strictObject({
    ...revision,
    changes: { ...changesSchema, description: 'What this revision changed' },
    differences: {
      ...changesSchema,
      description: 'What is otherwise now: `before` is as it was after this revision, `after` as it is',
    },
  }),
);

export const presentRevision = ({ id, at, action, user_id, who, changes }: Revision) => ({
  id,
  date_utc: formatUtc(at),
  action,
  author: user_id,
  author_name: who,
  fields: [...new Set(Object.keys(changes).map((name) => name.split('@')[0]))],
});

export const presentComparison = ({ revision: of, differences }: Comparison) => ({
  ...presentRevision(of),
  changes: presentChanges(of.changes),
  differences: presentChanges(differences),
});
