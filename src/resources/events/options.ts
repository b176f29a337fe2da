import type { EventCaching } from './cache/event-cache.ts';
import type { Calendar } from './types.ts';

export interface EventRoutesOptions extends EventCaching, Calendar {
  maxPerPage: number;
}
