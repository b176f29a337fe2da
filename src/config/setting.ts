/** What reading a setting may depend on. */
export interface ConfigContext {
  /** Folder that relative paths start from. */
  workingFolder: string;
  /** The canonical zone; `undefined` for an unknown one. */
  parseZone(text: string): string | undefined;
  /** As TZ or the machine names it, perhaps unknown; `undefined` without a name. */
  machineZone(): string | undefined;
}

/** Reads a value, and describes valid ones for messages such as "expected …". */
export interface Parser<T> {
  expected: string;
  /** Throws InvalidValue. */
  parse(text: string, context: ConfigContext): T;
}

export interface Setting<T> extends Parser<T> {
  /** Absent for secrets, which are read from the environment only: other users can see command lines. */
  flags: string | undefined;
  variable: string;
  group: string;
  description: string;
  /** The default in words. */
  defaultText: string;
  /** Messages never show the value. */
  isSecret?: true;
  fallback(context: ConfigContext): T;
}

/** How a value is read, and what counts if it is not set. */
type Value<T> = Pick<Setting<T>, 'expected' | 'parse' | 'defaultText' | 'fallback'>;

/** The default, written as an operator would write it. */
export const byDefault = <T>(defaultText: string, parser: Parser<T>): Value<T> =>
  otherwise(defaultText, (context) => parser.parse(defaultText, context), parser);

/** A setting that may be left out; `meaning` says what happens then. */
export const optional = <T>(meaning: string, parser: Parser<T>): Value<T | undefined> =>
  otherwise(meaning, () => undefined, parser);

export const emptyByDefault = <T>(parser: Parser<readonly T[]>): Value<readonly T[]> =>
  otherwise('none', () => [], parser);

export const otherwise = <T>(
  defaultText: string,
  fallback: (context: ConfigContext) => T,
  parser: Parser<T>,
): Value<T> => ({ ...parser, defaultText, fallback });

type Ungrouped<T> = Omit<Setting<T>, 'group'>;

/** `--site-url` is also `KALENDS_SITE_URL`. */
export function option<T>(flags: string, description: string, value: Value<T>): Ungrouped<T> {
  const name = (flags.split(' ')[0] as string).slice(2).replaceAll('-', '_').toUpperCase();
  return { flags, variable: `KALENDS_${name}`, description, ...value };
}

export const variable = <T>(name: string, description: string, value: Value<T>): Ungrouped<T> => ({
  flags: undefined,
  variable: name,
  description,
  ...value,
});

export const secret = <T>(name: string, description: string, value: Value<T>): Ungrouped<T> => ({
  ...variable(name, description, value),
  isSecret: true,
});

/** The settings under one heading of the help. */
export const settingsIn = <R extends Readonly<Record<string, Ungrouped<unknown>>>>(group: string, rows: R) =>
  Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, { ...row, group }])) as {
    readonly [K in keyof R]: R[K] & { group: string };
  };
