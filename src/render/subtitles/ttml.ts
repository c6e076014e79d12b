import { parseXml, XmlElement, XmlError, XmlText } from '@rgrove/parse-xml';
import { type Seconds, ZERO } from '../../base/time.ts';
import { splitLines } from './cue-lines.ts';
import { decodeEntities } from './markup.ts';
import { SubtitleError } from './subtitle-error.ts';
import type { ParsedCue, CueFragment } from './parsed-cue.ts';
import { type FindAttribute, readTtmlClock, type TtmlClock, parseTtmlTime } from './ttml-time.ts';

/** The interval in which an element is active. */
interface Interval {
  readonly from: Seconds;
  /** Absent if the end is not specified. */
  readonly to?: Seconds;
}

/** Roles of ruby annotations, which are left out. */
const RUBY = /^(text|textContainer|delimiter)$/;

/**
 * Reads the cues of a TTML document (DFXP). Each paragraph is a cue. The times of a paragraph are relative to
 * the times of the elements that contain the paragraph. If a span has its own times, the words of the span
 * are spoken at these times. Regions and styles are ignored.
 *
 * @throws {SubtitleError} If the document is not well-formed, if a time is invalid, or if a paragraph has no
 * end.
 */
export function readTtml(text: string): ParsedCue[] {
  return new TtmlReader(text).cues();
}

class TtmlReader {
  private readonly text: string;
  /** Offset of the document in the file. The parser allows no white space before the XML declaration. */
  private readonly begin: number;
  private readonly root: XmlElement | null;
  private readonly clock: TtmlClock;

  constructor(text: string) {
    // The parser does this, too, but takes time that grows with the square of their number.
    this.text = text.replaceAll(/\r\n?/g, '\n');
    this.begin = this.text.length - this.text.trimStart().length;
    this.root = parseRoot(this.text, this.begin);
    this.clock = readTtmlClock(this.root ? attributesOf(this.root) : () => undefined);
  }

  cues(): ParsedCue[] {
    const body = this.root ? elementsIn(this.root).filter((element) => nameOf(element) === 'body') : [];
    return body.flatMap((element) => this.cuesIn(element, this.intervalOf(element, { from: ZERO }, ZERO)));
  }

  private cuesIn(element: XmlElement, interval: Interval): ParsedCue[] {
    if (nameOf(element) === 'p') return this.cuesOfParagraph(element, interval);
    let begins = interval.from;
    return elementsIn(element).flatMap((child) => {
      if (!['div', 'p'].includes(nameOf(child))) return [];
      const own = this.intervalOf(child, interval, begins);
      // In a sequence, each child starts when the previous child ends.
      if (attributesOf(element)('timeContainer') === 'seq') begins = own.to ?? own.from;
      return this.cuesIn(child, own);
    });
  }

  private cuesOfParagraph(element: XmlElement, interval: Interval): ParsedCue[] {
    const fragments = collapseSpaces(this.fragmentsIn(element, interval));
    const spoken = fragments.filter(({ text }) => text.trim() !== '');
    if (spoken.length === 0) return [];
    const ends = spoken.flatMap(({ to }) => to ?? []);
    const last = ends.reduce<Seconds | undefined>(
      (latest, end) => (latest?.gte(end) ? latest : end),
      undefined,
    );
    const to = interval.to ?? last;
    if (!to) throw this.error(element, 'the caption has no end time');
    return [{ from: hasTimes(element) ? interval.from : (spoken[0]?.from ?? interval.from), to, fragments }];
  }

  private fragmentsIn(element: XmlElement, interval: Interval): CueFragment[] {
    return element.children.flatMap((node): CueFragment[] => {
      if (node instanceof XmlText) {
        const text = node.preserveWhitespace ? node.text : node.text.replaceAll(/\s+/g, ' ');
        return [{ text }];
      }
      if (!(node instanceof XmlElement)) return [];
      if (nameOf(node) === 'br') return [{ text: '\n' }];
      if (nameOf(node) !== 'span' || RUBY.test(attributesOf(node)('ruby') ?? '')) return [];
      const own = this.intervalOf(node, interval, interval.from);
      const fragments = this.fragmentsIn(node, own);
      return hasTimes(node) ? applyTimes(fragments, own) : fragments;
    });
  }

  /**
   * Returns the interval of an element.
   *
   * @param begins The time to which the times of the element are relative.
   */
  private intervalOf(element: XmlElement, parent: Interval, begins: Seconds): Interval {
    const begin = this.timeOf(element, 'begin');
    const [end, duration] = [this.timeOf(element, 'end'), this.timeOf(element, 'dur')];
    const from = begin ? begins.add(begin) : begins;
    const ends = [end && begins.add(end), duration && from.add(duration), parent.to].flatMap(
      (time) => time ?? [],
    );
    const to = ends.reduce<Seconds | undefined>(
      (first, time) => (first?.lte(time) ? first : time),
      undefined,
    );
    return { from, ...(to && { to }) };
  }

  private timeOf(element: XmlElement, name: string): Seconds | undefined {
    const written = attributesOf(element)(name);
    if (written === undefined) return undefined;
    const time = parseTtmlTime(written, this.clock);
    if (time) return time;
    throw this.error(
      element,
      `${JSON.stringify(written.slice(0, 40))} is not a time such as 00:01:02.500 or 62.5s`,
    );
  }

  private error(element: XmlElement, reason: string): SubtitleError {
    return new SubtitleError(lineAt(this.text, this.begin + element.start), reason);
  }
}

/** Parses a document and returns its root. @throws {SubtitleError} If the document is not well-formed. */
function parseRoot(file: string, begin: number): XmlElement | null {
  try {
    return parseXml(file.slice(begin), { includeOffsets: true, resolveUndefinedEntity: resolveEntity }).root;
  } catch (error) {
    if (error instanceof RangeError)
      throw new SubtitleError(1, 'the elements are nested too deeply', { cause: error });
    if (!(error instanceof XmlError)) throw error;
    const [reason = ''] = error.message.split(' (line');
    throw new SubtitleError(lineAt(file, begin + error.pos), `not well-formed XML: ${reason}`, {
      cause: error,
    });
  }
}

/**
 * Resolves an HTML entity. Returns `undefined` for an unknown entity, which the parser reports as an error.
 */
function resolveEntity(entity: string): string | undefined {
  const letter = decodeEntities(entity);
  return letter === entity ? undefined : letter;
}

function lineAt(text: string, offset: number): number {
  return splitLines(text.slice(0, offset)).length;
}

/**
 * Gives the start of a span to its first fragment with text, and the end of the span to its last fragment. A
 * fragment keeps the times that it already has.
 */
function applyTimes(fragments: readonly CueFragment[], { from, to }: Interval): CueFragment[] {
  const first = fragments.findIndex(({ text }) => text.trim() !== '');
  return fragments.map((fragment, index) => ({
    ...(index === first && { from }),
    ...(index === fragments.length - 1 && to && { to }),
    ...fragment,
  }));
}

/** Removes spaces that follow another space or a line end. */
function collapseSpaces(fragments: readonly CueFragment[]): CueFragment[] {
  let before = '\n';
  return fragments.map((fragment) => {
    const text =
      fragment.text.startsWith(' ') && /[ \n]$/.test(before) ? fragment.text.slice(1) : fragment.text;
    before = text === '' ? before : text;
    return { ...fragment, text };
  });
}

function hasTimes(element: XmlElement): boolean {
  return ['begin', 'end', 'dur'].some((name) => attributesOf(element)(name) !== undefined);
}

function elementsIn({ children }: XmlElement): XmlElement[] {
  return children.filter((node) => node instanceof XmlElement);
}

/** Returns the name of an element without its namespace prefix. Prefixes differ from tool to tool. */
function nameOf({ name }: XmlElement): string {
  return withoutPrefix(name);
}

function attributesOf({ attributes }: XmlElement): FindAttribute {
  return (wantedName) => Object.entries(attributes).find(([name]) => withoutPrefix(name) === wantedName)?.[1];
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
