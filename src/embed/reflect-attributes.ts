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
