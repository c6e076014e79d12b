/** Measures a run of text in pixels. */
export type Measure = (text: string) => number;

const WORDS = new Intl.Segmenter(undefined, { granularity: 'word' });
/** A space at which a line may be broken: no no-break space. */
const SPACE_AT_END = /[^\S\u00a0\u202f\ufeff]$/u;
const LETTERS = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * Breaks text into lines that fit a width: at its own line ends, between words where a line is full, and inside a word
 * only when the word alone is too wide.
 *
 * @param width in pixels.
 */
export function linesOf(text: string, width: number, measure: Measure): string[] {
  return text.split(/\r\n|\r|\n/).flatMap((paragraph) => wrapped(paragraph, width, measure));
}

function wrapped(paragraph: string, width: number, measure: Measure): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of piecesOf(paragraph)) {
    if (line === '' || measure((line + piece).trimEnd()) <= width) {
      line += piece;
    } else {
      lines.push(line.trimEnd());
      line = piece.trimStart();
    }
    if (measure(line.trimEnd()) > width) {
      const spaces = line.slice(line.trimEnd().length);
      const parts = broken(line.trimEnd(), width, measure);
      line = (parts.pop() ?? '') + spaces;
      lines.push(...parts);
    }
  }
  return [...lines, line.trimEnd()];
}

/** Words with the punctuation that clings to them and the spaces that follow them. */
function piecesOf(paragraph: string): string[] {
  const pieces: string[] = [];
  let open = '';
  for (const { segment, isWordLike } of WORDS.segment(paragraph)) {
    const begins = !SPACE_AT_END.test(segment) && SPACE_AT_END.test(open);
    const independent =
      isWordLike === true &&
      /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Thai}/u.test(segment);
    if (open !== '' && (begins || independent)) {
      pieces.push(open);
      open = '';
    }
    open += segment;
  }
  return open === '' ? pieces : [...pieces, open];
}

/** A word that is too wide, cut between letters. */
function broken(word: string, width: number, measure: Measure): string[] {
  const parts: string[] = [];
  let part = '';
  for (const { segment } of LETTERS.segment(word)) {
    if (part !== '' && measure(part + segment) > width) {
      parts.push(part);
      part = '';
    }
    part += segment;
  }
  return [...parts, part];
}
