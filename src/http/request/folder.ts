import { mainNamespace } from './address.ts';

/** The path of the site's address without a trailing slash: `/calendar`, or empty for a site at the root (D67). */
export const folderOf = (siteUrl: string | undefined): string =>
  siteUrl === undefined ? '' : new URL(siteUrl).pathname.replace(/\/+$/, '');

/** The path and query below the folder; a proxy may already have removed the folder. */
export function belowFolder(url: string, folder: string): string {
  if (folder === '' || !url.startsWith(folder)) return url;
  const rest = url.slice(folder.length);
  // The namespace may start with the name of the folder.
  if (!/^(?:[/?]|$)/.test(rest) || url.toLowerCase().startsWith(`/${mainNamespace}`)) return url;
  return rest.startsWith('/') ? rest : `/${rest}`;
}
