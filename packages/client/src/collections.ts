import { type CallOptions, type ChangeOptions, type CreateOptions, split } from './options.ts';
import { itemsOf, pages } from './paging.ts';
import type { Call, Query } from './send.ts';
import type { Create, Filters, Gone, Got, Item, Kind, List, ReadQuery, Update } from './types.ts';

/** Sends a request and returns the body of its reply. */
export type Request = <T>(call: Call & ChangeOptions) => Promise<T>;

export interface Reads<K extends Kind> {
  /** One page. */
  list(filters?: Filters<K>, options?: CallOptions): Promise<List<K>>;
  /** All pages, one after the other. */
  pages(filters?: Filters<K>, options?: CallOptions): AsyncGenerator<List<K>, void, undefined>;
  /** All records that match, fetched page by page. */
  all(filters?: Filters<K>, options?: CallOptions): AsyncGenerator<Item<K>, void, undefined>;
  get(id: number, options?: CallOptions & ReadQuery<K>): Promise<Got<K>>;
}

export interface Changes<K extends Kind> {
  /** Changes only the fields that are sent. */
  update(id: number, body: Update<K>, options?: ChangeOptions): Promise<Got<K>>;
  /** Deletes a translation. */
  deleteTranslation(id: number, language: string, options?: ChangeOptions): Promise<Got<K>>;
}

export interface Records<K extends Kind> extends Reads<K>, Changes<K> {
  create(body: Create<K>, options?: CreateOptions): Promise<Got<K>>;
  byExternalId(externalId: string, options?: CallOptions & ReadQuery<K>): Promise<Got<K>>;
  /** Creates the record with this external id, or updates it. */
  putByExternalId(externalId: string, body: Update<K>, options?: ChangeOptions): Promise<Got<K>>;
}

export interface Posts<K extends Kind> extends Records<K> {
  bySlug(slug: string, options?: CallOptions & ReadQuery<K>): Promise<Got<K>>;
  /** Moves the record to the trash, from which an update of its status restores it. */
  trash(id: number, options?: ChangeOptions): Promise<Got<K>>;
  /** Deletes permanently. */
  delete(id: number, options?: ChangeOptions): Promise<Gone<K>>;
}

export interface Terms<K extends Kind> extends Records<K> {
  /** Deletes permanently. */
  delete(id: number, options?: ChangeOptions): Promise<Gone<K>>;
}

export interface MediaLibrary extends Reads<'media'>, Changes<'media'> {
  upload(
    file: Blob,
    options?: CreateOptions & { fileName?: string; title?: string; alt_text?: string },
  ): Promise<Got<'media'>>;
  /** Deletes permanently; `force` also removes the image from the records that use it. */
  delete(id: number, options?: ChangeOptions & { force?: boolean }): Promise<Gone<'media'>>;
}

function reads<K extends Kind>(kind: K, request: Request): Reads<K> {
  const list = (query: Filters<K> = {} as Filters<K>, options: CallOptions = {}) =>
    request<List<K>>({ ...options, method: 'GET', path: `/${kind}`, query: query as Query });
  const allPages = (query: Filters<K> = {} as Filters<K>, options: CallOptions = {}) =>
    pages((next: Filters<K>) => list(next, options), query);
  return {
    list,
    pages: allPages,
    all: (query, options) =>
      itemsOf(allPages(query, options), (page) => (page as unknown as Record<string, Item<K>[]>)[kind] ?? []),
    get: (id, options) => request(read(`/${kind}/${id}`, options)),
  };
}

function read(path: string, options: CallOptions = {}): Call {
  const { call, parameters } = split(options);
  return { ...call, method: 'GET', path, query: parameters as Query };
}

const changes = <K extends Kind>(kind: K, request: Request): Changes<K> => ({
  update: (id, body, options) =>
    request({ ...options, method: 'POST', path: `/${kind}/${id}`, body, repeatable: true }),
  deleteTranslation: (id, language, options) =>
    request({ ...options, method: 'DELETE', path: `/${kind}/${id}/translations/${language}` }),
});

const records = <K extends Kind>(kind: K, request: Request): Records<K> => ({
  ...reads(kind, request),
  ...changes(kind, request),
  create: (body, options) => request({ ...options, method: 'POST', path: `/${kind}`, body }),
  byExternalId: async (externalId, options) => request(read(external(kind, externalId), options)),
  putByExternalId: async (externalId, body, options) =>
    request({ ...options, method: 'PUT', path: external(kind, externalId), body }),
});

const external = (kind: Kind, externalId: string): string =>
  `/${kind}/by-external-id/${encodeURIComponent(externalId)}`;

export const posts = <K extends Kind>(kind: K, request: Request): Posts<K> => ({
  ...records(kind, request),
  bySlug: async (slug, options) => request(read(`/${kind}/by-slug/${encodeURIComponent(slug)}`, options)),
  trash: (id, options) => request({ ...options, method: 'DELETE', path: `/${kind}/${id}` }),
  delete: (id, options) => request({ ...options, method: 'DELETE', path: `/${kind}/${id}`, query: { force: true } }),
});

export const terms = <K extends Kind>(kind: K, request: Request): Terms<K> => ({
  ...records(kind, request),
  delete: (id, options) => request({ ...options, method: 'DELETE', path: `/${kind}/${id}` }),
});

export const mediaLibrary = (request: Request): MediaLibrary => ({
  ...reads('media', request),
  ...changes('media', request),
  // The file itself as body: a form would have another boundary with every attempt, and so be another request.
  async upload(file, { fileName = nameOf(file), title, alt_text, ...options } = {}) {
    const headers = { 'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}` };
    return request({ ...options, method: 'POST', path: '/media', query: { title, alt_text }, headers, body: file });
  },
  delete: (id, { force, ...options } = {}) =>
    request({ ...options, method: 'DELETE', path: `/media/${id}`, query: { force } }),
});

const nameOf = (file: Blob): string => ('name' in file && typeof file.name === 'string' ? file.name : 'image');
