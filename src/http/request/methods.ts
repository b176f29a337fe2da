import type { IncomingMessage } from 'node:http';

/** A HEAD has the headers of the GET. */
export const isRead = ({ method }: { method?: string | undefined }): boolean => method === 'GET' || method === 'HEAD';

/** Asks for no change. */
export const isSafe = (request: { method?: string | undefined }): boolean =>
  isRead(request) || request.method === 'OPTIONS';

/** Nobody in particular asks: the replies that are kept. */
export const isOpenRead = ({ method, headers }: IncomingMessage): boolean =>
  isRead({ method }) && headers.authorization === undefined;
