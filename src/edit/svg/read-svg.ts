import { SvgEntities } from './svg-entities.ts';

/** An element of an SVG. */
export interface SvgElement {
  /** Without its namespace prefix. */
  readonly name: string;
  /** The values by name, without the prefix `xlink:`. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: SvgElement[];
  /** Its characters between its children, without the white space around each part. */
  text: string;
}

/** The parts of an SVG that decide the cost of drawing it. */
export interface SvgParts {
  /** All elements in document order. */
  readonly elements: readonly SvgElement[];
  /** The style sheets, one after the other. */
  readonly css: string;
  /** Number of characters of all texts and attributes after entities have been expanded. */
  readonly characters: number;
  readonly entityCount: number;
  /** True if an entity has markup or character references, which may become markup. */
  readonly hasMarkupInEntities: boolean;
}

/** Characters of XML that separate the parts of a tag. */
const SPACE = /\s/;
/** A run of characters that can be part of the name of an element or an attribute. */
const NAME = /[^\s=<>/"']+/y;

/** Markup cannot be read to its end, because it is not well-formed. */
class MarkupError extends Error {}
/** Markup has more parts than the caller wants to know. */
class TooManyParts extends Error {}

/** The number of parts after which reading stops. */
type ReadingLimits = Pick<SvgParts, 'characters'> & { readonly elements: number };

/** Reads markup once, from its beginning to its end. */
class SvgReader {
  readonly elements: SvgElement[] = [];
  readonly css: string[] = [];
  readonly entities = new SvgEntities();
  characters = 0;
  private readonly markup: string;
  private readonly limits: ReadingLimits;
  private readonly open: SvgElement[] = [];
  private at = 0;

  constructor(markup: string, limits: ReadingLimits) {
    this.markup = markup;
    this.limits = limits;
  }

  /** @throws {MarkupError} or {@link TooManyParts}. */
  read(): void {
    while (this.at < this.markup.length) {
      const next = this.markup.indexOf('<', this.at);
      this.addText(this.markup.slice(this.at, next < 0 ? undefined : next));
      if (next < 0) break;
      this.at = next;
      this.readMarkup();
    }
  }

  /** Reads markup that begins with `<`. */
  private readMarkup(): void {
    if (this.starts('<!--')) this.skipPast('-->', 4);
    else if (this.starts('<![CDATA[')) {
      const from = this.at + 9;
      this.skipPast(']]>', 9);
      this.addText(this.markup.slice(from, this.at - 3));
    } else if (this.starts('<?')) this.skipPast('?>', 2);
    else if (this.starts('<!DOCTYPE')) this.readDoctype();
    else if (this.starts('</')) {
      this.skipPast('>', 2);
      this.open.pop();
    } else this.readElement();
  }

  private readDoctype(): void {
    const end = this.markup.indexOf('>', this.at);
    const subset = this.markup.indexOf('[', this.at);
    if (subset < 0 || (end >= 0 && end < subset)) {
      this.skipPast('>', 9);
      return;
    }
    const subsetEnd = this.entities.declare(this.markup, subset + 1);
    if (subsetEnd === undefined) throw new MarkupError();
    this.at = subsetEnd;
    this.skipPast('>', 0);
  }

  private readElement(): void {
    this.at++;
    const name = this.readName();
    const attributes = new Map<string, string>();
    let closing = this.skipSpace();
    while (closing !== '>' && closing !== '/') {
      const key = this.readName();
      attributes.set(key.startsWith('xlink:') ? key.slice(6) : key, this.readValue());
      closing = this.skipSpace();
    }
    const element = { name: name.slice(name.indexOf(':') + 1), attributes, children: [], text: '' };
    this.open.at(-1)?.children.push(element);
    if (this.elements.push(element) > this.limits.elements) throw new TooManyParts();
    this.skipPast('>', 0);
    if (closing === '>') this.open.push(element);
  }

  private readValue(): string {
    if (this.skipSpace() !== '=') throw new MarkupError();
    this.at++;
    const quote = this.skipSpace();
    if (quote !== '"' && quote !== "'") throw new MarkupError();
    const from = this.at + 1;
    this.skipPast(quote, 1);
    return this.expand(this.markup.slice(from, this.at - 1));
  }

  private readName(): string {
    NAME.lastIndex = this.at;
    const [name] = NAME.exec(this.markup) ?? [];
    if (name === undefined) throw new MarkupError();
    this.at += name.length;
    return name;
  }

  /** Skips white space. @returns the next character. */
  private skipSpace(): string {
    while (SPACE.test(this.markup.charAt(this.at))) this.at++;
    return this.markup.charAt(this.at);
  }

  private starts(text: string): boolean {
    return this.markup.startsWith(text, this.at);
  }

  /** Moves past a text. @param skipped the number of characters before the search begins. */
  private skipPast(text: string, skipped: number): void {
    const found = this.markup.indexOf(text, this.at + skipped);
    if (found < 0) throw new MarkupError();
    this.at = found + text.length;
  }

  private addText(text: string): void {
    const expanded = this.expand(text);
    const parent = this.open.at(-1);
    if (parent?.name === 'style') this.css.push(expanded);
    else if (parent) parent.text += expanded.trim();
  }

  private expand(text: string): string {
    const expanded = this.entities.expand(text);
    this.characters += expanded.length;
    if (this.characters > this.limits.characters) throw new TooManyParts();
    return expanded;
  }
}

/**
 * Reads the markup of an SVG. The time grows only with its length, whatever it contains.
 *
 * @param limits the number of parts after which reading stops.
 * @returns undefined if the markup is not well-formed. Markup that is returned need not be well-formed.
 */
export function readSvg(markup: string, limits: ReadingLimits): SvgParts | undefined {
  const reader = new SvgReader(markup, limits);
  try {
    reader.read();
  } catch (error) {
    if (error instanceof MarkupError) return undefined;
    if (!(error instanceof TooManyParts)) throw error;
  }
  const { elements, css, characters, entities } = reader;
  return {
    elements,
    css: css.join('\n'),
    characters,
    entityCount: entities.count,
    hasMarkupInEntities: entities.hasMarkup,
  };
}
