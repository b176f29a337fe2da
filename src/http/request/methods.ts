import type { IncomingMessage } from 'node:http';

/** A HEAD has the headers of the GET. */
export const isRead = ({ method }: { method?: string | undefined }): boolean => method === 'GET' || method === 'HEAD';

/** Changes nothing. */
export const isSafe = (request: { method?: string | undefined }): boolean =>
  isRead(request) || request.method === 'OPTIONS';

/** Responses to these may come from the response cache. */
export const isAnonymousRead = ({ method, headers }: IncomingMessage): boolean =>
  isRead({ method }) && headers.authorization === undefined;
