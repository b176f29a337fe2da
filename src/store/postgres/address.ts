// PostgreSQL URLs with several hosts, as libpq accepts them.

/** `postgres://user:password@`, `a:5432,b:5432` and the rest. */
const form = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/i;
/** Always implied here, and unknown to the client library. */
const sessionAttributes = /([?&])target_session_attrs=(?:read-write|primary|any)(?:&|$)/;

/** One URL for each host, in order. */
export function addressesOf(text: string): readonly [string, ...string[]] {
  const [, before, hosts, after] = form.exec(text) ?? [];
  if (before === undefined || hosts === undefined || after === undefined) return [text];
  const rest = after.replace(sessionAttributes, '$1').replace(/[?&]$/, '');
  return hosts.split(',').map((host) => `${before}${host}${rest}`) as [string, ...string[]];
}
