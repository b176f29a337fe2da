import type { RequestListener } from 'node:http';
import type { createHotAnswer } from './response/kept-replies.ts';

type HotAnswer = ReturnType<typeof createHotAnswer>;

/** Who counts requests where somebody wants to know; without a meter nothing is counted. */
export interface RequestMeter {
  /** The same listener, with each request noted at its end. */
  listener(listener: RequestListener): RequestListener;
  /** The same for what is answered from memory at once. What is not found there is looked for again in the long way. */
  hot(answerHot: HotAnswer): HotAnswer;
  /** The long way has looked for a kept reply. */
  lookedUp(isFound: boolean): void;
  /** A caller has asked too often. */
  limited(): void;
}
