import type { Shell } from '../../shell.ts';

/** Says what to do about the webhooks that a copy or a restore has paused. */
export function reportPaused([first, ...others]: readonly number[], { printError }: Shell): void {
  if (first === undefined) return;
  const which = others.length === 0 ? `webhook ${first}` : `webhooks ${[first, ...others].join(', ')}`;
  const advice = `If this calendar replaces it, resume each, as with "kalends webhook resume ${first}".`;
  printError(`Paused ${which}, because the original calendar may still send these messages. ${advice}`);
}
