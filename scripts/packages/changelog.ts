const sectionPattern = (heading: string): RegExp =>
  new RegExp(`^## \\[${heading.replaceAll('.', '\\.')}\\][^\\n]*\\n(.*?)(?=^## \\[|$(?![\\s\\S]))`, 'ms');

/** Moves unreleased changes into a section of this version. Throws if there are none. */
export function dateChangelog(changelog: string, version: string, date: string): string {
  const notes = notesOf(changelog, 'Unreleased');
  return changelog.replace(
    sectionPattern('Unreleased'),
    () => `## [Unreleased]\n\n## [${version}] - ${date}\n\n${notes}\n`,
  );
}

export function notesOf(changelog: string, heading: string): string {
  const notes = sectionPattern(heading).exec(changelog)?.[1]?.trim() ?? '';
  if (notes === '') throw new Error(`CHANGELOG.md has no changes under [${heading}].`);
  return `${notes}\n`;
}

/** Replaces the version in names of release files, such as `kalends-0.1.0.tgz`. */
export function replaceVersion(page: string, last: string, version: string): string {
  const named = new RegExp(`(\\bkalends(?:-client)?[-_]|--build )${last.replaceAll('.', '\\.')}(?=\\W|_)`, 'g');
  return page.replaceAll(named, `$1${version}`);
}
