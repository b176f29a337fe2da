// Permissions: pure rules over roles and the ownership of a record.

export const roles = ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const;
export type Role = (typeof roles)[number];

/** The caller. Without credentials it has the role `anonymous` and user id 0. */
export interface Caller {
  userId: number;
  role: Role | 'anonymous';
  login: string;
  /** Scopes of the request; undefined if only the role limits it. */
  scopes?: readonly KeyScope[] | undefined;
  /** The application password that the caller signed in with. */
  key?: CallersKey | undefined;
}

/** Scopes of application passwords. A key never has more rights than its user's role. */
export const keyScopes = ['read', 'submit', 'write:own', 'write:all', 'media', 'admin'] as const;
export type KeyScope = (typeof keyScopes)[number];

export interface CallersKey {
  id: number;
  name: string;
  scopes: readonly KeyScope[] | undefined;
  /** UTC seconds; null for never. */
  expiresAt: number | null;
}

/** A program without a user, such as an import, for the audit log. */
export const program = (name: string): Caller => ({ userId: 0, role: 'administrator', login: name.slice(0, 200) });

export const anonymous: Caller = { userId: 0, role: 'anonymous', login: '' };

/** The properties of a record that permissions depend on. `future` is a `publish` that is not due yet. */
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
const atLeast = (caller: Caller, role: Role): boolean =>
  rank[caller.role] >= rank[role] && (caller.scopes === undefined || rankOf(caller.scopes) >= rank[role]);

/** Each write scope corresponds to the rights of a role. */
const rankOfScope: Partial<Record<KeyScope, number>> = {
  submit: rank.contributor,
  'write:own': rank.author,
  'write:all': rank.editor,
};
const rankOf = (scopes: readonly KeyScope[]): number => Math.max(0, ...scopes.map((scope) => rankOfScope[scope] ?? 0));
const has = (caller: Caller, scope: KeyScope): boolean => caller.scopes === undefined || caller.scopes.includes(scope);
const withoutScopes = (caller: Caller): Caller => ({ ...caller, scopes: undefined });

/** For reading, the scope `read` covers all that the role may read; other scopes cover what they may write. */
export const forReading = (caller: Caller): Caller =>
  caller.scopes?.includes('read') ? { ...caller, scopes: [...caller.scopes, 'write:all'] } : caller;

/** The scope that the caller's key lacks, if one scope suffices. */
export const missingScope = (caller: Caller, allowed: (caller: Caller) => boolean): KeyScope | undefined => {
  const { scopes } = caller;
  return scopes && keyScopes.find((scope) => allowed({ ...caller, scopes: [...scopes, scope] }));
};

export const isAnonymous = (caller: Caller): boolean => caller.role === 'anonymous';
/** May write events, venues and organizers of their own. */
export const mayCreate = (caller: Caller): boolean => atLeast(caller, 'contributor');
export const mayPublish = (caller: Caller): boolean => atLeast(caller, 'author');
export const mayEditOthers = (caller: Caller): boolean => atLeast(caller, 'editor');
export const mayAdminister = (caller: Caller): boolean => caller.role === 'administrator' && has(caller, 'admin');
/** A key with scopes cannot create keys, because these could have more rights. */
export const mayManageKeys = (caller: Caller): boolean => !isAnonymous(caller) && caller.scopes === undefined;
export const mayUpload = (caller: Caller): boolean => has(caller, 'media') && atLeast(withoutScopes(caller), 'author');
/** Images are always public. */
export const mayEditImage = (caller: Caller, authorId: number): boolean =>
  has(caller, 'media') && mayEdit(withoutScopes(caller), { status: 'publish', trashedFrom: null, authorId });

export const mayWriteTerms = (caller: Caller, taxonomy: 'category' | 'tag'): boolean =>
  atLeast(caller, taxonomy === 'category' ? 'author' : 'editor');

const owns = (caller: Caller, record: Owned): boolean => mayCreate(caller) && record.authorId === caller.userId;

/** Contributors may edit their own records until these are published, authors always. */
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
