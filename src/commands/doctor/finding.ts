export interface Finding {
  level: 'fine' | 'note' | 'warning' | 'problem';
  /** What was checked: `disk`. */
  about: string;
  /** One sentence, including what to do about it. */
  text: string;
}

export const fine = (about: string, text: string): Finding => ({ level: 'fine', about, text });
export const note = (about: string, text: string): Finding => ({ level: 'note', about, text });
export const warning = (about: string, text: string): Finding => ({ level: 'warning', about, text });
export const problem = (about: string, text: string): Finding => ({ level: 'problem', about, text });

const marks = { fine: 'ok', note: 'note', warning: 'WARNING', problem: 'PROBLEM' };

export const findingText = ({ level, about, text }: Finding): string =>
  `${marks[level].padEnd(8)} ${about.padEnd(10)} ${text}`;
