import { createRequire } from 'node:module';

/** The part of highlight.js that the site uses. */
interface Highlighter {
  getLanguage(name: string): object | undefined;
  highlight(code: string, options: { language: string }): { value: string };
}

// The types of the package bring those of browsers into the whole program, so only these two functions are typed.
const highlighter = createRequire(import.meta.url)('highlight.js') as Highlighter;

/** Returns a piece of code as HTML with its parts marked. Undefined for an unknown language. */
export function highlight(code: string, language: string): string | undefined {
  if (!highlighter.getLanguage(language)) return undefined;
  return highlighter.highlight(code, { language }).value;
}
