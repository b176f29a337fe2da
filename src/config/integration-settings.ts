// Other programs that the service works with: geocoder, tile server, receivers of webhooks, models.
import { allowanceList, contact, integer, plainText, serverUrl, tileUrl, toggle, word } from './parsers.ts';
import { byDefault, emptyByDefault, option, optional, otherwise, secret, settingsIn, variable } from './setting.ts';

export const geocoderSettings = settingsIn('Coordinates of venues:', {
  geocoderUrl: option(
    '--geocoder-url <url>',
    'Nominatim-compatible server that looks up coordinates of venue addresses',
    optional(
      'none: nothing is sent',
      serverUrl('a URL such as https://nominatim.openstreetmap.org, without user, password and #'),
    ),
  ),
  geocoderContact: option(
    '--geocoder-contact <contact>',
    'contact sent to the geocoder in the User-Agent header',
    optional('KALENDS_SITE_URL', contact),
  ),
  geocoderIntervalMs: option(
    '--geocoder-interval-ms <number>',
    'minimum milliseconds between requests to the geocoder',
    otherwise('1000; never less for nominatim.openstreetmap.org', () => 1000, integer(0, 3_600_000)),
  ),
});

export const mapSettings = settingsIn('Maps of venues:', {
  mapTiles: option(
    '--map-tiles <url>',
    "tile server of the maps that visitors' browsers load on a click",
    optional('none: pages link to maps elsewhere', tileUrl),
  ),
  mapAttribution: option(
    '--map-attribution <html>',
    'attribution shown on maps; links are allowed',
    otherwise(
      '© OpenStreetMap contributors, with a link',
      () => '© <a href="https://www.openstreetmap.org/copyright">OpenStreetMap</a> contributors',
      plainText(500),
    ),
  ),
});

export const webhookSettings = settingsIn('Webhooks:', {
  webhookAllow: option(
    '--webhook-allow <list>',
    'private hosts, and hosts on ports other than 80 and 443, that webhooks may be sent to',
    emptyByDefault(allowanceList),
  ),
});

export const mcpSettings = settingsIn('Models:', {
  mcp: option('--mcp <switch>', 'serve the Model Context Protocol at /mcp', byDefault('on', toggle)),
  mcpUser: variable(
    'KALENDS_MCP_USER',
    'login or e-mail address for "kalends mcp"',
    optional('none: only public records are read', word('a login or an e-mail address', /^[^\s:]{1,200}$/)),
  ),
  mcpPassword: secret(
    'KALENDS_MCP_PASSWORD',
    'application password of that user',
    optional('none', word('an application password', /^\S[\S ]{0,200}$/)),
  ),
});
