// Maps of venues, for operators who name a tile server. Leaflet and tiles are loaded when a visitor requests a map.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { html } from 'ghtml';
import { toSafeHtml } from '../../core/text/html/html.ts';
import type { Texts } from '../texts/texts.ts';
import type { PageLinks } from '../urls/page-links.ts';
import { assetRoute, loadAsset } from './asset.ts';

export interface MapSettings {
  /** URL template of a tile, with `{z}`, `{x}` and `{y}`. */
  mapTiles?: string | undefined;
  /** HTML. */
  mapAttribution?: string | undefined;
}

export type Maps = NonNullable<ReturnType<typeof loadMaps>>;

/** Undefined if the operator names no tile server. */
export function loadMaps({ mapTiles, mapAttribution = '' }: MapSettings) {
  if (mapTiles === undefined) return undefined;
  const script = loadAsset('map.js');
  const leaflet = assetRoute('leaflet.js', leafletFile('leaflet.js'));
  const stylesheet = assetRoute('leaflet.css', leafletFile('leaflet.css'));
  const attribution = toSafeHtml(mapAttribution).replace(/<\/?p>/g, '');
  return {
    routes: [script, leaflet, stylesheet],
    /** Origin of the tile server. */
    origin: new URL(mapTiles).origin,
    /** HTML of the script that replaces map links with maps. */
    script: ({ file }: PageLinks, { text }: Texts) =>
      html`<script src="${file(script.path)}" data-leaflet="${file(leaflet.path)}" data-stylesheet="${file(stylesheet.path)}" data-tiles="${mapTiles}" data-attribution="${attribution}" data-zoom-in="${text('zoomIn')}" data-zoom-out="${text('zoomOut')}" defer></script>`,
  };
}

/** Copied by the build. */
export const leafletFiles = ['leaflet.js', 'leaflet.css'] as const;

/** A build has copies, a checkout the package. The reference to its source map is removed. */
function leafletFile(name: (typeof leafletFiles)[number]): Buffer {
  const copy = fileURLToPath(new URL(`../leaflet/${name}`, import.meta.url));
  const path = existsSync(copy) ? copy : createRequire(import.meta.url).resolve(`leaflet/dist/${name}`);
  return Buffer.from(readFileSync(path, 'utf8').replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'));
}
