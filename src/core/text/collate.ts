const collators = new Map<string, Intl.Collator>();

/** Order of names as readers of a language expect it. Making a collator takes longer than sorting a page. */
export function collatorOf(language: string): Intl.Collator {
  const collator = collators.get(language) ?? new Intl.Collator(language);
  collators.set(language, collator);
  return collator;
}
