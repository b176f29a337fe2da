import { mainNamespace } from './address.ts';

/** Path of the site's address without a slash at its end: `/calendar`, or nothing for a host of its own (D67). */
export const folderOf = (siteUrl: string | undefined): string =>
  siteUrl === undefined ? '' : new URL(siteUrl).pathname.replace(/\/+$/, '');

/** The path and query below the folder; a proxy may have taken the folder away already. */
export function belowFolder(url: string, folder: string): string {
  if (folder === '' || !url.startsWith(folder)) return url;
  const rest = url.slice(folder.length);
  // The name of the namespace may begin like the folder.
  if (!/^(?:[/?]|$)/.test(rest) || url.toLowerCase().startsWith(`/${mainNamespace}`)) return url;
  return rest.startsWith('/') ? rest : `/${rest}`;
}
