// Routes of categories and of tags.

import type { ErrorCode } from '../../core/api-error.ts';
import { mayWriteTerms } from '../../core/roles.ts';
import { readParams } from '../../http/params/read.ts';
import type { Reply, RequestContext, Route } from '../../http/route.ts';
import type { Reader } from '../../store/store.ts';
import { newestOf, type PresentedRecord, type RecordPresenter } from '../records/write/hooks.ts';
import { recordRoutes } from '../records/write/routes.ts';
import { writesOf } from '../records/write/writes.ts';
import { listRoute } from './list/list.ts';
import { presentTerm } from './present.ts';
import { categoryPaths } from './repository-tree.ts';
import { termFields, termReplies, termUpdateFields } from './schemas.ts';
import { getTerm, type SentTerm, type TermRoutesOptions, termResource } from './service.ts';
import type { Term, TermKind } from './types.ts';

export function termRoutes(options: TermRoutesOptions): Route[] {
  const { kind } = options;
  const { taxonomy, plural, noun, notFound, hierarchical } = kind;
  const name = noun.toLowerCase();
  const misplaced: ErrorCode[] = hierarchical ? [] : ['rest_taxonomy_not_hierarchical'];
  const { one } = termReplies[taxonomy];
  const routes = recordRoutes({
    writes: writesOf(termResource(options)),
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
      update: [notFound, 'duplicate_term_slug', 'external-id-exists', ...misplaced],
      put: ['term_exists', 'duplicate_term_slug', 'external-id-exists', 'rest_missing_callback_param', ...misplaced],
      read: [notFound],
      remove: [notFound],
      translation: [notFound, 'rest-translation-not-found', 'rest-original-language'],
    },
    allowed: (caller) => mayWriteTerms(caller, taxonomy),
    isOwned: false,
    sent(fields, context) {
      const { values, problems } = readParams(fields, context.params, context);
      const sent: SentTerm = isParentMisplaced(kind, context) ? { ...values, isParentMisplaced: true } : values;
      return { values: sent, problems };
    },
    read: (context) => read(context, options),
    presenter: (context) => presenterFor(kind, context),
  });
  return [listRoute(options), ...routes];
}

async function read(context: RequestContext, { store, kind }: TermRoutesOptions): Promise<Reply> {
  const term = await getTerm(store.reader, kind, context.path, context);
  return { status: 200, ...(await showTerm(store.reader, term, context)).read() };
}

const presenterFor = (kind: TermKind, context: RequestContext): RecordPresenter<Term> => ({
  find: (db, id) => getTerm(db, kind, { id }, context),
  show: (db, term) => showTerm(db, term, context),
});

async function showTerm(db: Reader, term: Term, { links, language, now }: RequestContext): Promise<PresentedRecord> {
  const paths = await categoryPaths(db, [term.id], language);
  const written = () => presentTerm(term, links, paths);
  return { written, read: () => ({ body: written(), modified: newestOf([term], now) }) };
}

/** Tags have no parent; 0 stands for none (D34). */
const isParentMisplaced = ({ hierarchical }: TermKind, { params }: RequestContext): boolean =>
  !hierarchical && ![undefined, null, '', 0, '0'].includes(params.get('parent') as string);
