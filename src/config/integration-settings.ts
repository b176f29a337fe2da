// Other programs that the service works with: geocoder, tile server, receivers of webhooks, models.
import { allowanceList, contact, integer, plainText, serverUrl, tileUrl, toggle, word } from './parsers.ts';
import { byDefault, emptyByDefault, optional, settingsIn } from './setting.ts';

export const geocoderSettings = settingsIn('Coordinates of venues:', {
  geocoderUrl: {
    flags: '--geocoder-url <url>',
    description: 'Nominatim-compatible server that looks up coordinates of venue addresses',
    ...optional(
      'none: nothing is sent',
      serverUrl('a URL such as https://nominatim.openstreetmap.org, without user, password and #'),
    ),
  },
  geocoderContact: {
    flags: '--geocoder-contact <contact>',
    description: 'contact address sent to the geocoder in the User-Agent header',
    ...optional('KALENDS_SITE_URL', contact),
  },
  geocoderIntervalMs: {
    flags: '--geocoder-interval-ms <number>',
    description: 'minimum milliseconds between requests to the geocoder',
    ...integer(0, 3_600_000),
    defaultText: '1000; never less for nominatim.openstreetmap.org',
    fallback: () => 1000,
  },
});

export const mapSettings = settingsIn('Maps of venues:', {
  mapTiles: {
    flags: '--map-tiles <url>',
    description: "tile server of the maps that visitors' browsers load on a click",
    ...optional('none: pages link to maps elsewhere', tileUrl),
  },
  mapAttribution: {
    flags: '--map-attribution <html>',
    description: 'attribution shown on maps; links are allowed',
    ...plainText(500),
    defaultText: '© OpenStreetMap contributors, with a link',
    fallback: () => '© <a href="https://www.openstreetmap.org/copyright">OpenStreetMap</a> contributors',
  },
});

export const webhookSettings = settingsIn('Webhooks:', {
  webhookAllow: {
    flags: '--webhook-allow <list>',
    description: 'private hosts, and hosts on ports other than 80 and 443, that webhooks may be sent to',
    ...emptyByDefault(allowanceList),
  },
});

export const mcpSettings = settingsIn('Models:', {
  mcp: {
    flags: '--mcp <switch>',
    description: 'serve the Model Context Protocol at /mcp',
    ...byDefault('on', toggle),
  },
  mcpUser: {
    variable: 'KALENDS_MCP_USER',
    description: 'login or e-mail address for "kalends mcp"',
    ...optional('none: only public records are read', word('a login or an e-mail address', /^[^\s:]{1,200}$/)),
  },
  mcpPassword: {
    variable: 'KALENDS_MCP_PASSWORD',
    description: 'application password of that user',
    isSecret: true,
    ...optional('none', word('an application password', /^\S[\S ]{0,200}$/)),
  },
});
