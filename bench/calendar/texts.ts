// Titles and descriptions from lists of words.
import type { Language } from '../../src/core/languages.ts';
import { suffixSlug } from '../../src/core/text/slug.ts';
import type { Random } from '../../src/demo/random.ts';
import { createZipf } from './chance.ts';
import { type Vocabulary, vocabularies } from './words.ts';

export interface Texts {
  title(random: Random, language: Language): string;
  /** Paragraphs, as the API stores HTML. */
  description(random: Random, language: Language): string;
  sentence(random: Random, language: Language): string;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export function createTexts(): Texts {
  const choosers = new Map<string, (random: Random) => string>();

  function oneOf(random: Random, language: Language, part: 'kinds' | 'subjects' | 'words' | 'titles'): string {
    const key = `${language} ${part}`;
    let choose = choosers.get(key);
    if (!choose) {
      const vocabulary = vocabularies[language];
      const words = part === 'words' ? [...vocabulary.words, ...vocabulary.subjects] : vocabulary[part];
      const zipf = createZipf(words.length, part === 'words' ? 0.8 : 0.6);
      choose = (chance) => words[zipf(chance)] as string;
      choosers.set(key, choose);
    }
    return choose(random);
  }

  function sentence(random: Random, language: Language): string {
    const { blank, stop }: Vocabulary = vocabularies[language];
    const words = Array.from({ length: random.between(5, 14) }, () => oneOf(random, language, 'words'));
    return capital(words.join(blank)) + stop;
  }

  return {
    sentence,
    title(random, language) {
      const pattern = oneOf(random, language, 'titles');
      const taken: string[] = [];
      const filled = pattern.replace(/\{(kind|subject)2?\}/g, (_, part: string) => {
        let word: string;
        do word = oneOf(random, language, part === 'kind' ? 'kinds' : 'subjects');
        while (taken.includes(word));
        taken.push(word);
        return word;
      });
      return capital(filled);
    },
    description(random, language) {
      const paragraphs = random.next() < 0.45 ? 1 : random.between(2, 3);
      const { blank } = vocabularies[language];
      return Array.from({ length: paragraphs }, () => {
        const sentences = Array.from({ length: random.between(2, 4) }, () => sentence(random, language));
        return `<p>${sentences.join(blank)}</p>`;
      }).join('\n');
    },
  };
}

/** Unique slugs for an empty calendar, for names that do not end in numbers. */
export function createSlugs(): (base: string) => string {
  const times = new Map<string, number>();
  return (base) => {
    // Slugs that differ only beyond this length would be cut to the same one.
    const key = base.slice(0, 180);
    const before = times.get(key) ?? 0;
    times.set(key, before + 1);
    return before === 0 ? base : suffixSlug(base, before + 1);
  };
}
