const collators = new Map<string, Intl.Collator>();

/** Collators are cached, because creating one takes longer than sorting a page. */
export function collatorOf(language: string): Intl.Collator {
  const collator = collators.get(language) ?? new Intl.Collator(language);
  collators.set(language, collator);
  return collator;
}
