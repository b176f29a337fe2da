import { type Role, roles } from '../../core/roles.ts';
import { parseEmail } from '../../resources/records/fields.ts';
import type { NewUser } from '../../resources/users/service.ts';
import { WrongUsage } from '../../shell.ts';

export interface UserTexts {
  login: string;
  role: string;
  email?: string | undefined;
  name?: string | undefined;
}

/** No colon, at which Basic credentials end the login; ASCII, within which every engine ignores letter case alike. */
const loginPattern = /^[A-Za-z0-9._@-]{1,60}$/;
const longestName = 200;

/** Throws one WrongUsage about everything that is wrong. */
export function readNewUser({ login, role, email, name }: UserTexts): NewUser {
  const address = email === undefined ? undefined : parseEmail(email);
  const problems = [
    loginPattern.test(login) || 'The login must have 1 to 60 characters: letters from A to Z, digits and . _ - @',
    (roles as readonly string[]).includes(role) || `The role must be one of ${roles.join(', ')}.`,
    email === undefined || address !== undefined || `${JSON.stringify(email)} is no e-mail address.`,
    name === undefined || isName(name) || `The name must have 1 to ${longestName} characters, on one line.`,
  ].filter((problem) => problem !== true);
  if (problems.length > 0) throw new WrongUsage(problems.join('\n'));
  return { login, role: role as Role, email: address, name: name?.trim() };
}

export function readPasswordName(name: string): string {
  if (!isName(name)) throw new WrongUsage(`The name must have 1 to ${longestName} characters, on one line.`);
  return name.trim();
}

const isName = (text: string): boolean =>
  text.trim() !== '' && text.length <= longestName && !/\p{Cc}/u.test(text) && text.isWellFormed();
