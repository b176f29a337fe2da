import { createHash, randomBytes, randomInt, scrypt } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** 24 characters, 142 bits. Random as it is, a fast hash keeps it safe; a slow one would cap signed-in traffic. */
export const newApplicationPassword = (): string =>
  Array.from({ length: 24 }, () => alphabet[randomInt(alphabet.length)]).join('');

/** `abcd EFGH …`, as people read and copy it. */
export const inGroups = (password: string): string => password.match(/.{1,4}/g)?.join(' ') ?? password;

export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

export const newSalt = (): string => randomBytes(32).toString('hex');

/** Event passwords are chosen by people, hence slow; one salt per calendar, so that equal ones can be found by a query. */
export function hashEventPassword(password: string, salt: string): Promise<string> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, 32, (error, key) => (error ? reject(error) : resolve(key.toString('hex'))));
  });
}

export type HashEventPassword = typeof hashEventPassword;
