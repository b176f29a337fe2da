const hostPattern = /^(?:[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_.])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
const defaultPorts: Readonly<Record<string, RegExp>> = { http: /:80$/, https: /:443$/ };

/**
 * Scheme and host as the caller used them, without the scheme's default port (D54). `localhost` replaces an invalid host
 * name, so that it does not get into links.
 */
export function originOf(protocol: string, host: string | undefined): string {
  // A proxy may pass on any value from its client.
  const scheme = protocol === 'https' ? 'https' : 'http';
  const isValid = host !== undefined && hostPattern.test(host) && URL.canParse(`${scheme}://${host}/`);
  const name = isValid ? host : 'localhost';
  return `${scheme}://${name.replace(defaultPorts[scheme] ?? /$^/, '')}`;
}
