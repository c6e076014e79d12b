/** A store that ends with the page. */
class PageStore implements Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  private readonly texts = new Map<string, string>();

  getItem(name: string): string | null {
    return this.texts.get(name) ?? null;
  }

  setItem(name: string, text: string): void {
    this.texts.set(name, text);
  }

  removeItem(name: string): void {
    this.texts.delete(name);
  }
}

/**
 * Replaces the stores of the browser. Code of the Studio in this page can then neither find the key of somebody who
 * uses the Studio in this browser, nor leave anything. Browsers may forbid the stores to a framed page anyway.
 */
export function replaceStores(place: object = globalThis): void {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(place, name, { value: new PageStore() });
}
