// Who may do what: pure rules over roles and the ownership of a record (contract: the two permission tables).

export const roles = ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const;
export type Role = (typeof roles)[number];

/** The caller. Nobody signed in is role `anonymous` with user id 0. */
export interface Viewer {
  userId: number;
  role: Role | 'anonymous';
  login: string;
}

export const anonymous: Viewer = { userId: 0, role: 'anonymous', login: '' };

/** What a rule needs to know of a record. `future` is a `publish` that is not due yet. */
export interface Owned {
  status: 'publish' | 'future' | 'draft' | 'pending' | 'private' | 'trash';
  trashedFrom: string | null;
  authorId: number;
}

const rank: Record<Viewer['role'], number> = {
  anonymous: 0,
  subscriber: 1,
  contributor: 2,
  author: 3,
  editor: 4,
  administrator: 5,
};
const atLeast = (viewer: Viewer, role: Role): boolean => rank[viewer.role] >= rank[role];

export const isAnonymous = (viewer: Viewer): boolean => viewer.role === 'anonymous';
/** May write events, venues and organizers of their own. */
export const mayCreate = (viewer: Viewer): boolean => atLeast(viewer, 'contributor');
export const mayPublish = (viewer: Viewer): boolean => atLeast(viewer, 'author');
export const mayEditOthers = (viewer: Viewer): boolean => atLeast(viewer, 'editor');
export const mayUpload = (viewer: Viewer): boolean => atLeast(viewer, 'author');

export const mayWriteTerms = (viewer: Viewer, taxonomy: 'category' | 'tag'): boolean =>
  atLeast(viewer, taxonomy === 'category' ? 'author' : 'editor');

const owns = (viewer: Viewer, record: Owned): boolean => mayCreate(viewer) && record.authorId === viewer.userId;

/** Own records until they are published, for contributors; whatever their status, for authors. */
export function mayEdit(viewer: Viewer, record: Owned): boolean {
  if (mayEditOthers(viewer)) return true;
  if (!owns(viewer, record)) return false;
  const status = record.status === 'trash' ? record.trashedFrom : record.status;
  return mayPublish(viewer) || (status !== 'publish' && status !== 'future');
}

/** A trashed record is read only by those who may edit it. */
export function mayRead(viewer: Viewer, record: Owned): boolean {
  if (record.status === 'publish') return true;
  if (record.status === 'trash') return mayEdit(viewer, record);
  return mayEditOthers(viewer) || owns(viewer, record);
}
