import { formatUtc } from '../../../core/dates/civil.ts';
import { languages } from '../../../core/languages.ts';
import { listOf, named, strictObject } from '../../../http/openapi/schema.ts';
import type { JsonSchema } from '../../../http/params/field.ts';
import type { LoggedChanges } from '../../../store/audit-table.ts';
import { textSchema, timeSchema } from '../reply-schemas.ts';
import type { Comparison, Revision } from './service.ts';

const anyValue = (description: string): JsonSchema => ({ description });

const change = named(
  'FieldChange',
  strictObject(
    {
      field: textSchema('Name of the parameter'),
      language: { type: 'string', enum: languages, description: 'Language of a translatable text' },
      before: anyValue(
        'Value before the change; absent once it has been pruned. For a password, only whether there was one',
      ),
      after: anyValue('Value after the change'),
    },
    ['language', 'before', 'after'],
  ),
);

export const changesSchema = listOf(change);

export const presentChanges = (changes: LoggedChanges) =>
  Object.entries(changes).map(([name, pair]) => {
    const [field, language] = name.split('@');
    return { field, ...(language ? { language } : {}), ...(pair ? { before: pair[0], after: pair[1] } : {}) };
  });

const revision = {
  id: { type: 'integer', minimum: 0, description: 'Id of the revision; 0 for the state before the oldest' },
  date_utc: timeSchema('Time of creation, in UTC'),
  action: textSchema('Action: `created`, `updated`, `trashed`, `restored`, or `earlier` for id 0'),
  author: { type: 'integer', description: 'Id of the user; 0 for an import or another program' },
  author_name: textSchema('Login of the user, or name of the program'),
  fields: { ...listOf({ type: 'string' }), description: 'Names of the changed fields' },
};

export const revisionsSchema = named(
  'Revisions',
  strictObject({ revisions: listOf(named('RevisionSummary', strictObject(revision))) }),
);

export const revisionSchema = named(
  'Revision',
  strictObject({
    ...revision,
    changes: { ...changesSchema, description: 'Changes made by this revision' },
    differences: {
      ...changesSchema,
      description:
        'Differences from the current version: `before` is the value after this revision, `after` the current value',
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
