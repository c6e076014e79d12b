import type { TextStore } from './kept-uploads.ts';

/** Returns a store in memory. */
export function createTextStore(content: Readonly<Record<string, string>> = {}): TextStore {
  const texts = new Map(Object.entries(content));
  return {
    getItem: (name) => texts.get(name) ?? null,
    setItem: (name, text) => void texts.set(name, text),
  };
}
