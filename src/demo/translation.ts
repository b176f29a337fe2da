/** What a template says in another language; its themes are in the order of the template's own. */
export interface TemplateWords {
  title: string;
  themes: readonly string[];
  paragraphs: readonly [lead: string, closing: string];
}

/** By the title of the template. */
export type TemplateTranslations = Readonly<Record<string, TemplateWords>>;

export const words = (title: string, themes: readonly string[], lead: string, closing: string): TemplateWords => ({
  title,
  themes,
  paragraphs: [lead, closing],
});
