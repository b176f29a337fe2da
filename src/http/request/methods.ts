import type { IncomingMessage } from 'node:http';

/** HEAD is answered with the headers of GET. */
export const isRead = ({ method }: { method?: string | undefined }): boolean => method === 'GET' || method === 'HEAD';

/** Changes nothing. */
export const isSafe = (request: { method?: string | undefined }): boolean =>
  isRead(request) || request.method === 'OPTIONS';

/** Only these may be answered from the response cache. */
export const isAnonymousRead = ({ method, headers }: IncomingMessage): boolean =>
  isRead({ method }) && headers.authorization === undefined;
