import { Fragment, options, type VNode } from 'preact';

/** Texts of another language by the English ones. `{}` stands for a value, which is translated, too. */
export type Dictionary = Readonly<Record<string, string>>;

/** A text with values: what stands between them, in English and in the other language. */
interface Pattern {
  readonly parts: readonly string[];
  readonly translated: readonly string[];
}

const VALUE = '{}';
/** The attributes that people read or hear. */
const ATTRIBUTES = ['title', 'aria-label', 'placeholder', 'alt', 'data-tip', 'label'] as const;
/** The longest text that is looked up, and the number of texts whose translation is remembered. */
const MOST_CHARACTERS = 300;
const MOST_KNOWN = 5000;

/** Translates the texts of the page. Texts without a translation stay as they are. */
export class Translator {
  private readonly texts: ReadonlyMap<string, string>;
  private readonly patterns: readonly Pattern[];
  private readonly known = new Map<string, string>();

  constructor(dictionary: Dictionary) {
    const entries = Object.entries(dictionary);
    this.texts = new Map(entries);
    this.patterns = entries
      .filter(([english]) => english.includes(VALUE))
      .map(([english, other]) => ({ parts: english.split(VALUE), translated: other.split(VALUE) }))
      // The most exact one counts.
      .toSorted((one, other) => sizeOf(other) - sizeOf(one));
  }

  /** Translates a text. Spaces around it stay. */
  translate(text: string): string {
    const plain = text.trim();
    if (plain === '' || plain.length > MOST_CHARACTERS) return text;
    let found = this.known.get(plain);
    if (found === undefined) {
      found = this.texts.get(plain) ?? this.fill(plain) ?? plain;
      if (this.known.size >= MOST_KNOWN) this.known.clear();
      this.known.set(plain, found);
    }
    return found === plain ? text : text.replace(plain, () => found);
  }

  private fill(text: string): string | undefined {
    for (const { parts, translated } of this.patterns) {
      const values = readValues(text, parts);
      if (values) return translated.map((part, index) => part + this.translate(values[index] ?? '')).join('');
    }
    return undefined;
  }
}

function sizeOf({ parts }: Pattern): number {
  return parts.join('').length;
}

/** Returns the values between the parts of a pattern. Undefined if the text is another one. */
function readValues(text: string, parts: readonly string[]): string[] | undefined {
  const [first = '', ...others] = parts;
  if (!text.startsWith(first)) return undefined;
  const values: string[] = [];
  let from = first.length;
  for (const [index, part] of others.entries()) {
    const isLast = index === others.length - 1;
    const at = isLast ? text.length - part.length : text.indexOf(part, from);
    if (at <= from || !text.startsWith(part, at)) return undefined;
    values.push(text.slice(from, at));
    from = at + part.length;
  }
  return values;
}

let translator: Translator | undefined;

/** Translates all elements that are drawn from now on. Undefined for English. */
export function setTranslator(next: Translator | undefined): void {
  translator = next;
}

const before = options.vnode?.bind(options);
options.vnode = (vnode) => {
  if (translator) translateElement(vnode, translator);
  before?.(vnode);
};

/** Translates the texts of an element, unless it says that they are those of the user. */
function translateElement({ type, props }: VNode, by: Translator): void {
  if (typeof type !== 'string' && type !== Fragment) return;
  // Preact lets hooks change the properties.
  const own = props as unknown as Record<string, unknown>;
  // The text of an option without a value is its value.
  if (own['translate'] === false || (type === 'option' && own['value'] === undefined)) return;
  for (const name of ATTRIBUTES) {
    const { [name]: text } = own;
    if (typeof text === 'string') own[name] = by.translate(text);
  }
  const { children } = own;
  if (typeof children === 'string') own['children'] = by.translate(children);
  else if (Array.isArray(children))
    own['children'] = children.map((child: unknown) =>
      typeof child === 'string' ? by.translate(child) : child,
    );
}
