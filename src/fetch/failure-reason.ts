import { errorCodeOf } from '../core/errors.ts';

const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection was reset',
  UND_ERR_SOCKET: 'the connection was closed',
  UND_ERR_CONNECT_TIMEOUT: 'timed out',
  UND_ERR_HEADERS_TIMEOUT: 'timed out',
  UND_ERR_BODY_TIMEOUT: 'timed out',
  ETIMEDOUT: 'timed out',
  EHOSTUNREACH: 'there is no route to the host',
  ENETUNREACH: 'there is no route to its network',
  ENOTFOUND: 'host not found',
  EAI_AGAIN: 'the name server does not answer',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not support TLS (https)',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'it does not support TLS (https)',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is not trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate is not trusted',
};

/** Fetch never connects to ports of other protocols. */
export const isPortBlocked = (error: unknown): boolean =>
  error instanceof Error && error.cause instanceof Error && error.cause.message === 'bad port';

/** Why a fetch failed, in one line: the cause of `fetch failed`. */
export function failureReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'timed out';
  if (isPortBlocked(error)) return 'its port belongs to another protocol and is blocked';
  const cause = error.cause instanceof Error ? error.cause : error;
  const code = errorCodeOf(cause);
  return words[code] ?? (code || cause.message);
}
