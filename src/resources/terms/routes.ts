// Routes of categories and of tags.

import { ApiError, type ErrorCode } from '../../core/api-error.ts';
import type { Taxonomy } from '../../core/kinds.ts';
import { mayWriteTerms } from '../../core/roles.ts';
import type { RequestContext, Route } from '../../http/route.ts';
import type { Reader } from '../../store/store.ts';
import { lastChange } from '../records/status.ts';
import { type PresentedRecord, presentedAlike } from '../records/write/reply.ts';
import { recordRoutes } from '../records/write/routes.ts';
import { listRoute, type TermRoutesOptions } from './list/list.ts';
import { presentTerm } from './present.ts';
import { categoryPaths } from './repository.ts';
import { termFields, termReplies, termUpdateFields } from './schemas.ts';
import { termResource } from './service.ts';
import type { Term } from './types.ts';

export function termRoutes(options: TermRoutesOptions): Route[] {
  const { taxonomy: name } = options;
  const misplaced: ErrorCode[] = name === 'category' ? [] : ['rest_taxonomy_not_hierarchical'];
  const { one } = termReplies[name];
  const routes = recordRoutes({
    resource: termResource(options),
    show: showTerm,
    summaries: { update: `Update a ${name}` },
    createFields: termFields[name],
    updateFields: termUpdateFields[name],
    replies: { one, deletion: one },
    errors: { create: ['term_exists'], update: ['duplicate_term_slug'], any: misplaced },
    allowed: (caller) => mayWriteTerms(caller, name),
    // Has its own error code and is checked after the parameters, as in the reference API.
    assertAllowed(context) {
      if (isParentMisplaced(name, context)) throw new ApiError('rest_taxonomy_not_hierarchical');
    },
  });
  return [listRoute(options), ...routes];
}

async function showTerm(db: Reader, term: Term, { links, language, now }: RequestContext): Promise<PresentedRecord> {
  const paths = await categoryPaths(db, [term.id], language);
  return presentedAlike(presentTerm(term, links, paths), lastChange([term], now));
}

/** Tags have no parent; 0 stands for none (D34). */
const isParentMisplaced = (taxonomy: Taxonomy, { params }: RequestContext): boolean =>
  taxonomy === 'tag' && ![undefined, null, '', 0, '0'].includes(params.get('parent') as string);
