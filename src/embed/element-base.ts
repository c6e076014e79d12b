/** The class of elements. A server that imports this file has none. */
export const ElementBase =
  (globalThis as { HTMLElement?: typeof HTMLElement }).HTMLElement ??
  (Object as unknown as typeof HTMLElement);

/** A token, or a function that gets one. The function is called again when its token has expired. */
export type TokenSource = string | (() => string | Promise<string>);

/** Returns a token. @throws {TypeError} for a key: everybody who opens the page can read it. */
export function requireToken(token: unknown): string {
  if (typeof token === 'string' && token.startsWith('kt_')) return token;
  throw new TypeError('`token` must be a token of Kinora, which begins with `kt_`. Never give a page a key.');
}

/**
 * Gives an element properties with the values of its attributes.
 *
 * @param texts attributes with texts: an absent one is empty.
 * @param flags attributes that are there or not.
 */
export function reflectAttributes(
  element: HTMLElement,
  texts: readonly string[],
  flags: readonly string[],
): void {
  for (const name of texts)
    define(element, name, {
      get() {
        return this.getAttribute(name) ?? '';
      },
      set(value) {
        if (value === undefined || value === null) this.removeAttribute(name);
        else this.setAttribute(name, `${value as string | number}`);
      },
    });
  for (const name of flags)
    define(element, name, {
      get() {
        return this.hasAttribute(name);
      },
      set(value) {
        this.toggleAttribute(name, Boolean(value));
      },
    });
}

interface Accessor {
  get: (this: HTMLElement) => unknown;
  set: (this: HTMLElement, value: unknown) => void;
}

function define(element: HTMLElement, name: string, accessor: Accessor): void {
  Object.defineProperty(element, name, { ...accessor, configurable: true, enumerable: true });
}

/** Sets the properties again that a page has set before the element was defined: they hide those of its class. */
export function takeEarlyProperties(element: HTMLElement, names: readonly string[]): void {
  for (const name of names) {
    const early = Object.getOwnPropertyDescriptor(element, name);
    if (!early || !Reflect.deleteProperty(element, name)) continue;
    Object.assign(element, { [name]: early.value as unknown });
  }
}
