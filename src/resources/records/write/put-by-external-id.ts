import type { Fields, Values } from '../../../http/params/field.ts';
import { type ReadResult, readParams } from '../../../http/params/read.ts';
import type { Reply, RequestContext } from '../../../http/route.ts';
import type { ChangeKind } from '../../../store/schema.ts';
import type { Store } from '../../../store/store.ts';
import { findByExternalId, getExternalIdIn } from '../external-ids.ts';
import { changed, createdBelow, type Shown } from './hooks.ts';

/** How records of a kind are made and changed; `S` is the scope of such a write. */
interface Putting<C extends Fields, U extends Fields, S> {
  store: Store;
  kind: ChangeKind;
  /** `/events` */
  collection: string;
  fields: C;
  updateFields: U;
  answer(toReply: (shown: Shown) => Reply, write: (scope: S) => Promise<unknown>): Promise<Reply>;
  create(read: ReadResult<C>, scope: S): Promise<unknown>;
  change(id: number, read: ReadResult<U>, scope: S): Promise<unknown>;
}

/**
 * Makes the record that the path names by its external id, or changes it. Looking for it and writing it are one
 * transaction: of two such requests at once, one makes the record and the other finds it.
 */
export async function putByExternalId<C extends Fields, U extends Fields, S>(
  context: RequestContext,
  { store, kind, collection, fields, updateFields, answer, create, change }: Putting<C, U, S>,
): Promise<Reply> {
  const externalId = getExternalIdIn(context.path.externalId as string);
  return store.inTransaction(async () => {
    const id = await findByExternalId(store.reader, kind, externalId);
    if (id !== undefined) {
      const { values, problems } = readNamed(updateFields, context, externalId);
      return answer(changed, (scope) => change(id, { values: withoutExternalId(values), problems }, scope));
    }
    const { values, problems } = readNamed(fields, context, externalId);
    const toReply = (shown: Shown) => {
      // Nothing is there to match: what was made is taken back where the request asks for more.
      context.preconditions?.(undefined);
      return createdBelow(collection, context)(shown);
    };
    return answer(toReply, (scope) => create({ values: { ...values, external_id: externalId }, problems }, scope));
  });
}

/** The path decides; a body may repeat it. */
function readNamed<F extends Fields>(fields: F, context: RequestContext, externalId: string): ReadResult<F> {
  const read = readParams(fields, context.params, context);
  const sent = (read.values as { external_id?: string | null }).external_id;
  if (sent !== undefined && sent !== null && sent !== externalId)
    read.problems.add('external_id', 'external_id_differs');
  return read;
}

function withoutExternalId<F extends Fields>(values: Values<F>): Values<F> {
  const { external_id: _, ...rest } = values as { external_id?: unknown };
  return rest as Values<F>;
}
