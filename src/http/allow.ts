import type { Match, RequestContext } from './route.ts';

/** The order in which the header names them; HEAD and OPTIONS are never named. */
const order = ['GET', 'DELETE', 'POST', 'PUT', 'PATCH'];

/** The `Allow` header: the methods this caller may use on the path, on the very record if it names one. */
export async function allowedMethods(match: Match, context: RequestContext): Promise<string> {
  const open = match.routes.filter((route) => route.allowed(context.viewer));
  // All guarded methods of a path ask for the same right on the same record.
  const guarded = open.find((route) => route.allowedOn);
  const mayWrite = guarded?.allowedOn ? await guarded.allowedOn(context) : true;
  const methods = new Set(open.filter((route) => !route.allowedOn || mayWrite).map((route) => route.method as string));
  return order.filter((method) => methods.has(method)).join(', ');
}
