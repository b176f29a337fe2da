import type { ReplyDocs } from '../../http/route.ts';

const texts: Record<number, string> = {
  200: 'Done',
  201: 'Created; `Location` is the address of the record',
  400: 'A parameter is missing or not accepted',
  401: 'Nobody is signed in, or the credentials are wrong',
  403: 'The caller may not do this',
  404: 'There is no such record',
  410: 'The record is in the trash already',
};

export const replies = (...statuses: number[]): ReplyDocs[] => statuses.map((status) => ({ status, description: texts[status] as string }));
