import type { TextStore } from './kept-uploads.ts';

/**
 * Returns a store in memory.
 *
 * @param limit the maximum number of characters of a text.
 */
export function createTextStore(content: Readonly<Record<string, string>> = {}, limit = Infinity): TextStore {
  const texts = new Map(Object.entries(content));
  return {
    getItem: (name) => texts.get(name) ?? null,
    setItem: (name, text) => {
      if (text.length > limit) throw new Error('The store is full.');
      texts.set(name, text);
    },
    removeItem: (name) => texts.delete(name),
  };
}
