import { Counter } from 'prom-client';
import { ApiError } from '../core/api-error.ts';
import type { Readings } from './readings.ts';

export interface SignIns {
  /** Something was thrown while a caller was asked who he is. */
  refused(error: unknown): void;
}

export function countSignIns({ register }: Readings): SignIns {
  const refusals = new Counter({
    name: 'kalends_sign_ins_refused_total',
    help: 'Sign-ins refused for wrong credentials or too many failures.',
    labelNames: ['reason'],
    registers: [register],
  });
  for (const reason of ['wrong', 'too_many']) refusals.inc({ reason }, 0);
  return {
    refused(error) {
      if (!(error instanceof ApiError)) return;
      if (error.status === 401) refusals.inc({ reason: 'wrong' });
      if (error.status === 429) refusals.inc({ reason: 'too_many' });
    },
  };
}
