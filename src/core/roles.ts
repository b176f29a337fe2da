// Permissions: pure rules over roles and the ownership of a record.

export const roles = ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const;
export type Role = (typeof roles)[number];

/** The caller. Without credentials it has the role `anonymous` and user id 0. */
export interface Caller {
  userId: number;
  role: Role | 'anonymous';
  login: string;
}

export const anonymous: Caller = { userId: 0, role: 'anonymous', login: '' };

/** What a rule needs to know of a record. `future` is a `publish` that is not due yet. */
export interface Owned {
  status: 'publish' | 'future' | 'draft' | 'pending' | 'private' | 'trash';
  trashedFrom: string | null;
  authorId: number;
}

const rank: Record<Caller['role'], number> = {
  anonymous: 0,
  subscriber: 1,
  contributor: 2,
  author: 3,
  editor: 4,
  administrator: 5,
};
const atLeast = (caller: Caller, role: Role): boolean => rank[caller.role] >= rank[role];

export const isAnonymous = (caller: Caller): boolean => caller.role === 'anonymous';
/** May write events, venues and organizers of their own. */
export const mayCreate = (caller: Caller): boolean => atLeast(caller, 'contributor');
export const mayPublish = (caller: Caller): boolean => atLeast(caller, 'author');
export const mayEditOthers = (caller: Caller): boolean => atLeast(caller, 'editor');
export const mayAdminister = (caller: Caller): boolean => atLeast(caller, 'administrator');
export const mayUpload = (caller: Caller): boolean => atLeast(caller, 'author');

export const mayWriteTerms = (caller: Caller, taxonomy: 'category' | 'tag'): boolean =>
  atLeast(caller, taxonomy === 'category' ? 'author' : 'editor');

const owns = (caller: Caller, record: Owned): boolean => mayCreate(caller) && record.authorId === caller.userId;

/** Own records until they are published, for contributors; whatever their status, for authors. */
export function mayEdit(caller: Caller, record: Owned): boolean {
  if (mayEditOthers(caller)) return true;
  if (!owns(caller, record)) return false;
  const status = record.status === 'trash' ? record.trashedFrom : record.status;
  return mayPublish(caller) || (status !== 'publish' && status !== 'future');
}

/** A trashed record can be read only by callers who may edit it. */
export function mayRead(caller: Caller, record: Owned): boolean {
  if (record.status === 'publish') return true;
  if (record.status === 'trash') return mayEdit(caller, record);
  return mayEditOthers(caller) || owns(caller, record);
}
