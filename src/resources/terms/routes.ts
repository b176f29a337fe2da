// Routes of categories and of tags.

import type { ErrorCode } from '../../core/api-error.ts';
import { mayWriteTerms } from '../../core/roles.ts';
import { readParams } from '../../http/params/read.ts';
import type { RequestContext, Route } from '../../http/route.ts';
import type { Reader } from '../../store/store.ts';
import { lastChange } from '../records/status.ts';
import { type PresentedRecord, presentedAlike } from '../records/write/answer.ts';
import { recordRoutes } from '../records/write/routes.ts';
import { listRoute } from './list/list.ts';
import { presentTerm } from './present.ts';
import { categoryPaths } from './repository-tree.ts';
import { termFields, termReplies, termUpdateFields } from './schemas.ts';
import { type SentTerm, type TermRoutesOptions, termResource } from './service.ts';
import type { Term, TermKind } from './types.ts';

export function termRoutes(options: TermRoutesOptions): Route[] {
  const { kind } = options;
  const { taxonomy, plural, noun, hierarchical } = kind;
  const name = noun.toLowerCase();
  const misplaced: ErrorCode[] = hierarchical ? [] : ['rest_taxonomy_not_hierarchical'];
  const { one } = termReplies[taxonomy];
  const routes = recordRoutes({
    resource: termResource(options),
    show: showTerm,
    path: `/${plural}`,
    noun,
    name,
    aRecord: `a ${name}`,
    summaries: { create: `Create a ${name}`, update: `Update a ${name}`, remove: `Delete a ${name} permanently` },
    createFields: termFields[taxonomy],
    updateFields: termUpdateFields[taxonomy],
    readFields: {},
    replies: { one, deletion: one },
    errors: {
      create: ['term_exists', 'external-id-exists', ...misplaced],
      update: ['duplicate_term_slug', 'external-id-exists', ...misplaced],
      put: ['term_exists', 'duplicate_term_slug', 'external-id-exists', 'rest_missing_callback_param', ...misplaced],
    },
    allowed: (caller) => mayWriteTerms(caller, taxonomy),
    isOwned: false,
    sent(fields, context) {
      const { values, problems } = readParams(fields, context.params, context);
      const sent: SentTerm = isParentMisplaced(kind, context) ? { ...values, isParentMisplaced: true } : values;
      return { values: sent, problems };
    },
  });
  return [listRoute(options), ...routes];
}

async function showTerm(db: Reader, term: Term, { links, language, now }: RequestContext): Promise<PresentedRecord> {
  const paths = await categoryPaths(db, [term.id], language);
  return presentedAlike(presentTerm(term, links, paths), lastChange([term], now));
}

/** Tags have no parent; 0 stands for none (D34). */
const isParentMisplaced = ({ hierarchical }: TermKind, { params }: RequestContext): boolean =>
  !hierarchical && ![undefined, null, '', 0, '0'].includes(params.get('parent') as string);
