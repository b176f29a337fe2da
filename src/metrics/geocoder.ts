import { Counter, Gauge } from 'prom-client';
import type { Readings } from './readings.ts';

const outcomes: readonly string[] = ['found', 'unknown', 'failed'];

export interface GeocoderQuestions {
  /** The geocoder was asked; one that was broken off is not counted. */
  asked(outcome: string, nowMs: number): void;
}

export function countGeocoderQuestions({ register }: Readings): GeocoderQuestions {
  const questions = new Counter({
    name: 'kalends_geocoder_questions_total',
    help: 'Geocoder requests by outcome.',
    labelNames: ['outcome'],
    registers: [register],
  });
  const last = new Gauge({
    name: 'kalends_geocoder_last_question_timestamp_seconds',
    help: 'Time of the last geocoder request, 0 for never.',
    aggregator: 'max',
    registers: [register],
  });
  for (const outcome of outcomes) questions.inc({ outcome }, 0);
  return {
    asked(outcome, nowMs) {
      if (!outcomes.includes(outcome)) return;
      questions.inc({ outcome });
      last.set(nowMs / 1000);
    },
  };
}
