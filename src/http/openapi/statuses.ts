/** What a status means here, for the documentation. */
export const statusTexts: Readonly<Record<number, string>> = {
  200: 'Done',
  201: 'Created',
  304: 'The caller has the current state already',
  400: 'Parameters are missing or not accepted, or the request cannot be read',
  401: 'Nobody is signed in, or the credentials are wrong',
  403: 'The caller may not do this',
  404: 'There is no such record or page',
  409: 'The request contradicts what is stored',
  410: 'The record is in the trash already',
  412: 'The record is not in the state that the request expects',
  413: 'The body is larger than the calendar accepts',
  414: 'The address is longer than the calendar accepts',
  422: 'The Idempotency-Key was used for another request',
  415: 'The file is no image of an accepted type',
  429: 'Too many failed attempts to sign in',
  500: 'Something went wrong in the service',
};
