import type { View } from './views/view.ts';

export interface PolicyOptions {
  siteUrl: string | undefined;
  /** Origin of the tile server of maps. */
  tileServer: string | undefined;
  /** Any site may frame embedded pages; no site may frame the others. */
  isEmbedded: boolean;
}

/** A page may load only files of this site; scripts and map tiles are allowed only on pages that use them. */
export function contentSecurity(view: View, { siteUrl, tileServer, isEmbedded }: PolicyOptions): string {
  const images = ["'self'"];
  if (siteUrl !== undefined) images.push(new URL(siteUrl).origin);
  if (view.hasMap && tileServer !== undefined) images.push(tileServer);
  return [
    "default-src 'none'",
    ...(view.scripts ? ["script-src 'self'"] : []),
    "style-src 'self'",
    "font-src 'self'",
    `img-src ${images.join(' ')}`,
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${isEmbedded ? '*' : "'none'"}`,
  ].join('; ');
}
