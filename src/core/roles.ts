// Permissions: pure rules over roles and the ownership of a record.

export const roles = ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const;
export type Role = (typeof roles)[number];

/** The caller. Without credentials it has the role `anonymous` and user id 0. */
export interface Caller {
  userId: number;
  role: Role | 'anonymous';
  login: string;
  /** What the request is limited to; undefined for all that the role allows. */
  scopes?: readonly KeyScope[] | undefined;
  /** The application password that the caller signed in with. */
  key?: CallersKey | undefined;
}

/** What an application password may be limited to. A key never has more rights than its user's role. */
export const keyScopes = ['read', 'submit', 'write:own', 'write:all', 'media', 'admin'] as const;
export type KeyScope = (typeof keyScopes)[number];

export interface CallersKey {
  id: number;
  name: string;
  scopes: readonly KeyScope[] | undefined;
  /** UTC seconds; null for never. */
  expiresAt: number | null;
}

/** Work of no user, such as an import, as the audit log names it. */
export const program = (name: string): Caller => ({ userId: 0, role: 'administrator', login: name.slice(0, 200) });

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
const atLeast = (caller: Caller, role: Role): boolean =>
  rank[caller.role] >= rank[role] && (caller.scopes === undefined || rankOf(caller.scopes) >= rank[role]);

/** Each scope of writing is what one role may do with records. */
const rankOfScope: Partial<Record<KeyScope, number>> = {
  submit: rank.contributor,
  'write:own': rank.author,
  'write:all': rank.editor,
};
const rankOf = (scopes: readonly KeyScope[]): number => Math.max(0, ...scopes.map((scope) => rankOfScope[scope] ?? 0));
const has = (caller: Caller, scope: KeyScope): boolean => caller.scopes === undefined || caller.scopes.includes(scope);
const withoutScopes = (caller: Caller): Caller => ({ ...caller, scopes: undefined });

/** With what the caller may read: `read` is all that the role may, other scopes what they may write. */
export const forReading = (caller: Caller): Caller =>
  caller.scopes?.includes('read') ? { ...caller, scopes: [...caller.scopes, 'write:all'] } : caller;

/** The one scope that the caller's key lacks for what is allowed to the role. */
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
/** A key with limits makes no keys, which could have fewer. */
export const mayManageKeys = (caller: Caller): boolean => !isAnonymous(caller) && caller.scopes === undefined;
export const mayUpload = (caller: Caller): boolean => has(caller, 'media') && atLeast(withoutScopes(caller), 'author');
/** Images are public from the beginning. */
export const mayEditMedium = (caller: Caller, authorId: number): boolean =>
  has(caller, 'media') && mayEdit(withoutScopes(caller), { status: 'publish', trashedFrom: null, authorId });

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
