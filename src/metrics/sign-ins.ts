import { ApiError } from '../core/api-error.ts';
import { counter, type Family } from './family.ts';

export interface SignIns {
  /** Something was thrown while a caller was asked who he is. */
  refused(error: unknown): void;
  families(): Family[];
}

export function createSignIns(): SignIns {
  const refusals = { wrong: 0, too_many: 0 };
  return {
    refused(error) {
      if (!(error instanceof ApiError)) return;
      if (error.status === 401) refusals.wrong += 1;
      if (error.status === 429) refusals.too_many += 1;
    },
    families: () => [
      counter(
        'kalends_sign_ins_refused_total',
        'Sign-ins refused for wrong credentials or too many failures.',
        Object.entries(refusals).map(([reason, value]) => ({ labels: { reason }, value })),
      ),
    ],
  };
}
