// Addresses of PostgreSQL that name several servers of one database, as those of libpq do.

/** `postgres://user:password@`, `a:5432,b:5432` and what follows. */
const form = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/i;
/** Says what is always meant here; the client library does not know it. */
const sessionAttributes = /([?&])target_session_attrs=(?:read-write|primary|any)(?:&|$)/;

/** An address for each server that it names, in their order. */
export function addressesOf(text: string): readonly [string, ...string[]] {
  const [, before, hosts, after] = form.exec(text) ?? [];
  if (before === undefined || hosts === undefined || after === undefined) return [text];
  const rest = after.replace(sessionAttributes, '$1').replace(/[?&]$/, '');
  return hosts.split(',').map((host) => `${before}${host}${rest}`) as [string, ...string[]];
}
