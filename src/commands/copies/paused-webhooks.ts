import type { Shell } from '../../shell.ts';

/** Says what to do about the webhooks that a copy or a restore has paused. */
export function reportPaused([first, ...others]: readonly number[], { printError }: Shell): void {
  if (first === undefined) return;
  const which = others.length === 0 ? `webhook ${first}` : `webhooks ${[first, ...others].join(', ')}`;
  const advice = `If this calendar takes its place, resume them with commands such as "kalends webhook resume ${first}".`;
  printError(`Paused ${which}, because the original calendar may still be sending messages. ${advice}`);
}
