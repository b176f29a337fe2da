// Zone names and abbreviations from moment-timezone's data, because ICU has no abbreviations for most zones; offsets
// come from Temporal. The tzdata releases of the two may differ, and the abbreviations end in 2037.
import packedData from 'moment-timezone/data/packed/latest.json' with { type: 'json' };

interface Period {
  until: number;
  offset: number;
  abbreviation: string;
}

export type ZoneData = ReturnType<typeof createZoneData>;

export function createZoneData() {
  const packed = new Map(packedData.zones.map((zone) => [zone.slice(0, zone.indexOf('|')), zone]));
  for (const link of packedData.links) {
    const [target, name] = link.split('|') as [string, string];
    packed.set(name, packed.get(target)!);
  }
  return {
    /** Every zone and link name. */
    names: (): string[] => [...packed.keys()],
    /** Undefined for a name that is not in the data. */
    abbreviations(zone: string): FindAbbreviation | undefined {
      const text = packed.get(zone);
      const periods = text === undefined ? undefined : unpack(text);
      return periods && ((epoch, offset) => findAbbreviation(periods, epoch, offset));
    },
  };
}

/** `+05`, `-0330`: as the tz database writes zones without an abbreviation. */
export function formatNumericAbbreviation(offset: number): string {
  const minutes = Math.round(Math.abs(offset) / 60);
  const digits = String(Math.trunc(minutes / 60)).padStart(2, '0');
  const rest = minutes % 60 === 0 ? '' : String(minutes % 60).padStart(2, '0');
  return (offset < 0 ? '-' : '+') + digits + rest;
}

/** `offset` is the one in force according to Temporal: the abbreviation must match it. */
export type FindAbbreviation = (epoch: number, offset: number) => string;

function findAbbreviation(periods: readonly Period[], epoch: number, offset: number): string {
  const index = periods.findIndex(({ until }) => epoch < until);
  const current = periods[index]!;
  if (current.offset === offset) return current.abbreviation;
  const sameOffset = (period: Period) => period.offset === offset;
  // Backwards first: a summer after 2037 takes the abbreviation of the last summer in the data.
  const nearest = periods.slice(0, index).findLast(sameOffset) ?? periods.slice(index + 1).find(sameOffset);
  if (nearest !== undefined) return nearest.abbreviation;
  return current.abbreviation === 'LMT' || offset % 60 !== 0 ? 'LMT' : formatNumericAbbreviation(offset);
}

/** `name|abbreviations|minutes west|index per period|length of each period but the last`, numbers in base 60. */
function unpack(text: string): Period[] {
  const [, abbreviations = '', offsets = '', indices = '', lengths = ''] = text.split('|');
  const names = abbreviations.split(' ');
  const seconds = offsets.split(' ').map((minutes) => Math.round(parseBase60(minutes) * -60));
  const steps = lengths.split(' ').map((minutes) => parseBase60(minutes) * 60);
  let until = 0;
  return Array.from(indices, (character, i) => {
    until = i === indices.length - 1 ? Infinity : Math.round(until + (steps[i] ?? 0));
    const index = parseBase60(character);
    return { until, offset: seconds[index]!, abbreviation: names[index]! };
  });
}

function parseBase60(text: string): number {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  let value = 0;
  for (const character of whole) value = value * 60 + toDigit(character);
  let unit = 1;
  for (const character of fraction) {
    unit /= 60;
    value += toDigit(character) * unit;
  }
  return text.startsWith('-') ? -value : value;
}

/** 0-9, a-z, A-X. */
function toDigit(character: string): number {
  const code = character.charCodeAt(0);
  if (code > 96) return code - 87;
  return code > 64 ? code - 29 : code - 48;
}
