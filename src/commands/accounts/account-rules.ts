import { type KeyScope, keyScopes, type Role, roles } from '../../core/roles.ts';
import { parseEmail } from '../../resources/records/fields.ts';
import type { UserChange } from '../../resources/users/repository.ts';
import type { NewKey, NewUser } from '../../resources/users/service.ts';
import { WrongUsage } from '../../shell.ts';

interface UserTexts {
  role?: string | undefined;
  email?: string | undefined;
  name?: string | undefined;
}

/** No colon, since it ends the login in Basic credentials; ASCII only, where all database engines ignore case alike. */
const loginPattern = /^[A-Za-z0-9._@-]{1,60}$/;
const maxNameLength = 200;

/** Throws one WrongUsage that lists all problems. */
export function readNewUser({ login, role, email, name }: UserTexts & { login: string; role: string }): NewUser {
  const problems = [
    loginPattern.test(login) || 'The login must have 1 to 60 characters: letters from A to Z, digits and . _ - @',
    ...problemsOf({ role, email, name }),
  ].filter((problem) => problem !== true);
  if (problems.length > 0) throw new WrongUsage(problems.join('\n'));
  return { login, role: role as Role, email: email && parseEmail(email), name: name?.trim() };
}

/** An empty e-mail address removes the present one. Throws one WrongUsage that lists all problems. */
export function readUserChange({ role, email, name }: UserTexts): UserChange {
  if (role === undefined && email === undefined && name === undefined)
    throw new WrongUsage('Nothing to change: name a --role, an --email or a --name.');
  const problems = problemsOf({ role, email: email || undefined, name }).filter((problem) => problem !== true);
  if (problems.length > 0) throw new WrongUsage(problems.join('\n'));
  return {
    ...(role === undefined ? {} : { role: role as Role }),
    ...(email === undefined ? {} : { email: parseEmail(email) ?? null }),
    ...(name === undefined ? {} : { name: name.trim() }),
  };
}

const problemsOf = ({ role, email, name }: UserTexts): (true | string)[] => [
  role === undefined || (roles as readonly string[]).includes(role) || `The role must be one of ${roles.join(', ')}.`,
  email === undefined || parseEmail(email) !== undefined || `${JSON.stringify(email)} is not an e-mail address.`,
  name === undefined || isName(name) || `The name must have 1 to ${maxNameLength} characters, on one line.`,
];

export interface KeyTexts {
  name: string;
  scopes?: string | undefined;
  expires?: string | undefined;
}

/** Throws one WrongUsage that lists all problems. */
export function readNewKey({ name, scopes, expires }: KeyTexts, now: number): NewKey {
  const requested = scopes?.split(',').map((scope) => scope.trim());
  const expiresAt = expires === undefined ? undefined : readExpiry(expires, now);
  const problems = [
    isName(name) || `The name must have 1 to ${maxNameLength} characters, on one line.`,
    requested?.every((scope) => (keyScopes as readonly string[]).includes(scope)) !== false ||
      `The scopes must be some of ${keyScopes.join(', ')}, separated by commas.`,
    expires === undefined ||
      (expiresAt !== undefined && expiresAt > now) ||
      `The expiry must be later than now, such as 2027-12-31, 2027-12-31T18:00:00Z or 90d, not "${expires}".`,
  ].filter((problem) => problem !== true);
  if (problems.length > 0) throw new WrongUsage(problems.join('\n'));
  return { name: name.trim(), scopes: requested as KeyScope[] | undefined, expiresAt };
}

function readExpiry(text: string, now: number): number | undefined {
  const days = /^(\d{1,5})d$/.exec(text)?.[1];
  if (days !== undefined) return now + Number(days) * 86_400;
  return readUtcTime(text);
}

/** Seconds of `2027-05-10`, `2027-05-10T18:00Z` or `2027-05-10T18:00:00Z`; undefined for a day that does not exist. */
export function readUtcTime(text: string): number | undefined {
  const ms = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?Z)?$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text.slice(0, 10)) ? ms / 1000 : undefined;
}

const isName = (text: string): boolean =>
  text.trim() !== '' && text.length <= maxNameLength && !/\p{Cc}/u.test(text) && text.isWellFormed();
