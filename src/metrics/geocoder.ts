import { counter, type Family, gauge } from './family.ts';

const outcomes = ['found', 'unknown', 'failed'] as const;

export interface GeocoderQuestions {
  /** The geocoder was asked; one that was broken off is not counted. */
  asked(outcome: string, nowMs: number): void;
  families(): Family[];
}

export function createGeocoderQuestions(): GeocoderQuestions {
  const counts: Record<string, number> = Object.fromEntries(outcomes.map((outcome) => [outcome, 0]));
  let lastMs = 0;
  return {
    asked(outcome, nowMs) {
      const count = counts[outcome];
      if (count === undefined) return;
      counts[outcome] = count + 1;
      lastMs = nowMs;
    },
    families: () => [
      counter(
        'kalends_geocoder_questions_total',
        'Geocoder requests by outcome.',
        outcomes.map((outcome) => ({ labels: { outcome }, value: counts[outcome] as number })),
      ),
      gauge(
        'kalends_geocoder_last_question_timestamp_seconds',
        'Time of the last geocoder request, 0 for never.',
        lastMs / 1000,
        'max',
      ),
    ],
  };
}
