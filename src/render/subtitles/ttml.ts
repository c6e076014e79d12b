import { parseXml, XmlElement, XmlError, XmlText } from '@rgrove/parse-xml';
import { type Seconds, ZERO } from '../../base/time.ts';
import { linesOf } from './cue-lines.ts';
import { unescaped } from './markup.ts';
import { SubtitleError } from './subtitle-error.ts';
import type { ToldCue, ToldPiece } from './told-cue.ts';
import { type Attribute, clockOf, type TtmlClock, ttmlTime } from './ttml-time.ts';

/** When something is there. */
interface Interval {
  readonly from: Seconds;
  /** Absent where nothing says it. */
  readonly to?: Seconds;
}

/** Text that is not seen beside the letters that it belongs to. */
const RUBY = /^(text|textContainer|delimiter)$/;

/**
 * The cues of a TTML document (DFXP): its paragraphs in the times that they, and what they lie in, have. Regions and styles are
 * passed over. Spans with times of their own tell when their words are spoken.
 *
 * @throws {SubtitleError} when it is not well-formed, when a time cannot be read, and for a paragraph that never ends.
 */
export function readTtml(text: string): ToldCue[] {
  return new TtmlReader(text).cues();
}

class TtmlReader {
  private readonly text: string;
  /** Where in the file the document begins: no blank may be before its declaration. */
  private readonly begin: number;
  private readonly root: XmlElement | null;
  private readonly clock: TtmlClock;

  constructor(text: string) {
    this.text = text;
    this.begin = text.length - text.trimStart().length;
    this.root = parsed(text, this.begin);
    this.clock = clockOf(this.root ? attributesOf(this.root) : () => undefined);
  }

  cues(): ToldCue[] {
    const body = this.root ? elementsIn(this.root).filter((element) => nameOf(element) === 'body') : [];
    return body.flatMap((element) => this.within(element, this.intervalOf(element, { from: ZERO }, ZERO)));
  }

  private within(element: XmlElement, interval: Interval): ToldCue[] {
    if (nameOf(element) === 'p') return this.paragraph(element, interval);
    let begins = interval.from;
    return elementsIn(element).flatMap((child) => {
      if (!['div', 'p'].includes(nameOf(child))) return [];
      const own = this.intervalOf(child, interval, begins);
      // One after the other, instead of all in the time of what they lie in.
      if (attributesOf(element)('timeContainer') === 'seq') begins = own.to ?? own.from;
      return this.within(child, own);
    });
  }

  private paragraph(element: XmlElement, interval: Interval): ToldCue[] {
    const pieces = collapsed(this.piecesIn(element, interval));
    const spoken = pieces.filter(({ text }) => text.trim() !== '');
    if (spoken.length === 0) return [];
    const ends = spoken.flatMap(({ to }) => to ?? []);
    const last = ends.reduce<Seconds | undefined>(
      (latest, end) => (latest?.gte(end) ? latest : end),
      undefined,
    );
    const to = interval.to ?? last;
    if (!to) throw this.error(element, 'the caption does not say when it ends');
    return [{ from: isTimed(element) ? interval.from : (spoken[0]?.from ?? interval.from), to, pieces }];
  }

  private piecesIn(element: XmlElement, interval: Interval): ToldPiece[] {
    return element.children.flatMap((node): ToldPiece[] => {
      if (node instanceof XmlText) {
        const text = node.preserveWhitespace ? node.text : node.text.replaceAll(/\s+/g, ' ');
        return [{ text }];
      }
      if (!(node instanceof XmlElement)) return [];
      if (nameOf(node) === 'br') return [{ text: '\n' }];
      if (nameOf(node) !== 'span' || RUBY.test(attributesOf(node)('ruby') ?? '')) return [];
      const own = this.intervalOf(node, interval, interval.from);
      const pieces = this.piecesIn(node, own);
      return isTimed(node) ? inTime(pieces, own) : pieces;
    });
  }

  /** @param begins what the times of an element count from. */
  private intervalOf(element: XmlElement, parent: Interval, begins: Seconds): Interval {
    const begin = this.timeOf(element, 'begin');
    const [end, lasts] = [this.timeOf(element, 'end'), this.timeOf(element, 'dur')];
    const from = begin ? begins.add(begin) : begins;
    const ends = [end && begins.add(end), lasts && from.add(lasts), parent.to].flatMap((time) => time ?? []);
    if (end && begins.add(end).lt(from)) throw this.error(element, 'it ends before it begins');
    const to = ends.reduce<Seconds | undefined>(
      (first, time) => (first?.lte(time) ? first : time),
      undefined,
    );
    return { from, ...(to && { to }) };
  }

  private timeOf(element: XmlElement, name: string): Seconds | undefined {
    const told = attributesOf(element)(name);
    if (told === undefined) return undefined;
    const time = ttmlTime(told, this.clock);
    if (time) return time;
    throw this.error(
      element,
      `${JSON.stringify(told.slice(0, 40))} is not a time such as 00:01:02.500 or 62.5s`,
    );
  }

  private error(element: XmlElement, reason: string): SubtitleError {
    return new SubtitleError(lineAt(this.text, this.begin + element.start), reason);
  }
}

/** The root of a document. @throws {SubtitleError} when it is not well-formed. */
function parsed(file: string, begin: number): XmlElement | null {
  try {
    return parseXml(file.slice(begin), { includeOffsets: true, resolveUndefinedEntity: named }).root;
  } catch (error) {
    if (error instanceof RangeError)
      throw new SubtitleError(1, 'its elements lie too deep in each other', { cause: error });
    if (!(error instanceof XmlError)) throw error;
    const [reason = ''] = error.message.split(' (line');
    throw new SubtitleError(lineAt(file, begin + error.pos), `it is not well-formed XML: ${reason}`, {
      cause: error,
    });
  }
}

/** What an entity of HTML stands for; an unknown one is an error. */
function named(entity: string): string | undefined {
  const letter = unescaped(entity);
  return letter === entity ? undefined : letter;
}

function lineAt(text: string, place: number): number {
  return linesOf(text.slice(0, place)).length;
}

/** The time of a span for what in it has none of its own. */
function inTime(pieces: readonly ToldPiece[], { from, to }: Interval): ToldPiece[] {
  const first = pieces.findIndex(({ text }) => text.trim() !== '');
  return pieces.map((piece, index) => ({
    ...(index === first && { from }),
    ...(index === pieces.length - 1 && to && { to }),
    ...piece,
  }));
}

/** Pieces without the spaces that follow another space or a line end. */
function collapsed(pieces: readonly ToldPiece[]): ToldPiece[] {
  let before = '\n';
  return pieces.map((piece) => {
    const text = piece.text.startsWith(' ') && /[ \n]$/.test(before) ? piece.text.slice(1) : piece.text;
    before = text === '' ? before : text;
    return { ...piece, text };
  });
}

function isTimed(element: XmlElement): boolean {
  return ['begin', 'end', 'dur'].some((name) => attributesOf(element)(name) !== undefined);
}

function elementsIn({ children }: XmlElement): XmlElement[] {
  return children.filter((node) => node instanceof XmlElement);
}

/** Prefixes of namespaces differ from tool to tool; the names are enough. */
function nameOf({ name }: XmlElement): string {
  return withoutPrefix(name);
}

function attributesOf({ attributes }: XmlElement): Attribute {
  return (wanted) => Object.entries(attributes).find(([name]) => withoutPrefix(name) === wanted)?.[1];
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
