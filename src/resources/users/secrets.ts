import { createHash, randomBytes, randomInt, scrypt } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** 24 characters, 142 bits: random enough for a fast hash. A slow one would limit signed-in traffic. */
export const newApplicationPassword = (): string =>
  Array.from({ length: 24 }, () => alphabet[randomInt(alphabet.length)]).join('');

/** `abcd EFGH …`, easier to read and copy. */
export const inGroups = (password: string): string => password.match(/.{1,4}/g)?.join(' ') ?? password;

export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

export const newSalt = (): string => randomBytes(32).toString('hex');

/** A slow hash, since people choose event passwords; one salt per calendar, so that a query can find equal ones. */
export function hashEventPassword(password: string, salt: string): Promise<string> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, 32, (error, key) => (error ? reject(error) : resolve(key.toString('hex'))));
  });
}

export type HashEventPassword = typeof hashEventPassword;
