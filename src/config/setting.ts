/** What reading a setting may depend on. */
export interface ConfigContext {
  /** Folder that relative paths start from. */
  workingFolder: string;
  /** The canonical zone; `undefined` for an unknown one. */
  parseZone(text: string): string | undefined;
  machineZone(): string;
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

type Row = Omit<Setting<unknown>, 'flags' | 'variable' | 'group'> & { flags?: string; variable?: string };

type ValueOf<R extends Row> = ReturnType<R['parse']> | ReturnType<R['fallback']>;

/** The default, written as an operator would write it. */
export const byDefault = <T>(defaultText: string, parser: Parser<T>) => ({
  ...parser,
  defaultText,
  fallback: (context: ConfigContext): T => parser.parse(defaultText, context),
});

/** A setting that may be left out; `meaning` says what happens then. */
export const optional = <T>(meaning: string, parser: Parser<T>) => ({
  ...parser,
  defaultText: meaning,
  fallback: (): undefined => undefined,
});

export const emptyByDefault = <T>(parser: Parser<readonly T[]>) => ({
  ...parser,
  defaultText: 'none',
  fallback: (): readonly T[] => [],
});

/** The settings under one heading of the help. `--site-url` is also `KALENDS_SITE_URL`. */
export const settingsIn = <const R extends Readonly<Record<string, Row>>>(group: string, rows: R) =>
  Object.fromEntries(
    Object.entries<Row>(rows).map(([name, row]) => [
      name,
      { ...row, flags: row.flags, variable: row.variable ?? variableOf(row.flags ?? ''), group },
    ]),
  ) as { readonly [K in keyof R]: Setting<ValueOf<R[K]>> };

const variableOf = (flags: string): string =>
  `KALENDS_${(flags.split(' ')[0] as string).slice(2).replaceAll('-', '_').toUpperCase()}`;
