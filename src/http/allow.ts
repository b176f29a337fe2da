import type { Match, RequestContext } from './route.ts';

/**
 * The `Allow` header: the methods this caller may use on the path, on the very record if it names one, in the order of
 * the table of routes. HEAD and OPTIONS are never named.
 */
export async function allowedMethods(match: Match, context: RequestContext): Promise<string> {
  const open = match.routes.filter((route) => route.allowed(context.caller));
  // All guarded methods of a path ask for the same right on the same record. The last one speaks for them: a PUT that may
  // make the record knows of one that is not there yet.
  const guarded = open.findLast((route) => route.allowedOn);
  const mayWrite = guarded?.allowedOn ? await guarded.allowedOn(context) : true;
  const methods = open.filter((route) => !route.allowedOn || mayWrite).map((route) => route.method);
  return methods.join(', ');
}
