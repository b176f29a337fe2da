import type { Fields, Values } from './params/field.ts';
import { getParams } from './params/read.ts';
import { anyone, type Reply, type RequestContext, type Route } from './route.ts';

interface PublicRead<F extends Fields> extends Omit<Route, 'method' | 'allowed' | 'params' | 'handle'> {
  params: F;
  /** Called with the values of the parameters, which are valid. */
  handle(values: Values<F>, context: RequestContext): Promise<Reply>;
}

/** A route that reads something for anyone who asks. */
export const publicRead = <F extends Fields>({ params, handle, ...route }: PublicRead<F>): Route => ({
  ...route,
  method: 'GET',
  params,
  allowed: anyone,
  handle: async (context) => handle(getParams(params, context), context),
});
