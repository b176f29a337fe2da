import type { Route } from '../../http/route.ts';

export const describeApi = (_routes: readonly Route[], _server: string): unknown => ({ openapi: '3.1.0' });
