// Tokens are encrypted: sequence numbers would reveal how many changes there were, hidden ones included.
import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import { attempt } from '../../core/errors.ts';
import type { Place } from './types.ts';

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
const blockBytes = 64;

export type Tokens = ReturnType<typeof createTokens>;

export function createTokens(secret: string) {
  const keyFor = (use: string) => createHmac('sha256', secret).update(use).digest();
  const key = keyFor('seal');
  const nonceKey = keyFor('nonce');
  // The nonce is derived from the content, so it is never used for different content.
  const nonceOf = (text: string) => createHmac('sha256', nonceKey).update(text).digest().subarray(0, nonceBytes);
  return {
    seal(place: Place): string {
      const text = padded(JSON.stringify(place));
      const nonce = nonceOf(text);
      const sealing = createCipheriv(cipher, key, nonce);
      return Buffer.concat([nonce, sealing.update(text, 'utf8'), sealing.final(), sealing.getAuthTag()]).toString(
        'base64url',
      );
    },
    /** Undefined if the text is not a token of this calendar. */
    open(token: string): Place | undefined {
      const bytes = /^[\w-]{1,400}$/.test(token) ? Buffer.from(token, 'base64url') : Buffer.alloc(0);
      if (bytes.length <= nonceBytes + tagBytes) return undefined;
      const opening = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
      opening.setAuthTag(bytes.subarray(-tagBytes));
      return attempt(() => {
        const text = Buffer.concat([opening.update(bytes.subarray(nonceBytes, -tagBytes)), opening.final()]);
        // Not validated: the content is authenticated.
        return JSON.parse(text.toString('utf8')) as Place;
      });
    },
  };
}

/** Pads with spaces, which JSON ignores: the length would reveal how large the numbers are. */
const padded = (text: string): string => text.padEnd(Math.ceil(text.length / blockBytes) * blockBytes);
