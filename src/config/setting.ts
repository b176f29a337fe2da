/** What reading a setting may depend on. */
export interface ConfigContext {
  /** Folder that relative paths start from. */
  workingFolder: string;
  /** The canonical zone, or undefined for what is none. */
  parseZone(text: string): string | undefined;
  machineZone(): string;
}

export interface Setting<T> {
  /** Absent for secrets, which only the environment gives: other users can read command lines. */
  flags: string | undefined;
  variable: string;
  group: string;
  description: string;
  /** Completes the sentence "expected …". */
  accepted: string;
  /** The default in words. */
  defaultText: string;
  /** No message shows what was given. */
  isSecret?: true;
  fallback(context: ConfigContext): T;
  /** Throws NotAccepted. */
  parse(text: string, context: ConfigContext): T;
}
