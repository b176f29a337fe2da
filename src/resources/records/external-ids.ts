// External ids: ids of records in other programs, unique within a kind and public.
import { sql } from 'kysely';
import { ApiError } from '../../core/api-error.ts';
import type { ChangeKind } from '../../core/kinds.ts';
import { type Caller, mayRead } from '../../core/roles.ts';
import { isBlank } from '../../core/text/plain-text.ts';
import { decodeUri } from '../../core/uri.ts';
import type { Reader } from '../../store/store.ts';
import { ownershipWhere } from './rows/record-table.ts';
import { ownedOf } from './status.ts';

export const maxExternalIdLength = 255;

/** Ids are kept verbatim, because programs compare them exactly. */
export function parseExternalId(text: string): string | undefined {
  const isPlain = text.isWellFormed() && !/[\p{Cc}\u2028\u2029]/u.test(text) && !isBlank(text);
  return isPlain && [...text].length <= maxExternalIdLength ? text : undefined;
}

/** Decodes the external id in a path; `undefined` if it is invalid. */
export function externalIdIn(segment: string): string | undefined {
  const decoded = decodeUri(segment);
  return decoded === undefined ? undefined : parseExternalId(decoded);
}

export async function findByExternalId(db: Reader, kind: ChangeKind, externalId: string) {
  const { rows } = await ownershipWhere(kind, sql`external_id = ${externalId}`).execute(db);
  return rows[0];
}

/** Throws 409 if another record has the external id; the error includes its id for callers who may read it. */
export async function assertExternalIdFree(
  db: Reader,
  record: { kind: ChangeKind; id: number; externalId: string | null | undefined },
  { caller, now }: { caller: Caller; now: number },
): Promise<void> {
  if (!record.externalId) return;
  const owner = await findByExternalId(db, record.kind, record.externalId);
  if (!owner || owner.id === record.id) return;
  const isReadable = mayRead(caller, ownedOf(owner, now));
  throw new ApiError('external-id-exists', isReadable ? { data: { id: owner.id } } : {});
}
