/** `1000`, `100k`, `1M`. */
export function readCount(text: string): number {
  const [, digits, unit = ''] = /^(\d+)([kKmM]?)$/.exec(text) ?? [];
  if (digits === undefined || Number(digits) === 0) throw new Error(`"${text}" is not a number of events.`);
  return Number(digits) * (unit === '' ? 1 : unit.toLowerCase() === 'k' ? 1000 : 1_000_000);
}

export const writeCount = (count: number): string =>
  count % 1_000_000 === 0 ? `${count / 1_000_000}M` : count % 1000 === 0 ? `${count / 1000}k` : String(count);
