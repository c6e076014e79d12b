import bidiFactory from 'bidi-js';

/** A part of a line that is read in one direction, as a range of the text. */
export interface BidiRun {
  readonly from: number;
  /** Exclusive end. */
  readonly to: number;
  readonly rightToLeft: boolean;
}

const BIDI = bidiFactory();
/**
 * Characters of two UTF-16 units. They are replaced with stand-ins, because the library would treat each unit
 * as a character of its own.
 */
const ASTRAL = /[\u{10000}-\u{10ffff}]/gu;
/**
 * Stand-ins for characters of two units. For each bidi class, the stand-in is a character of that class with
 * one unit. Characters of classes without a stand-in count as neutral (class "ON").
 */
const STAND_IN_OF_CLASS: Readonly<Record<string, string>> = {
  L: 'a',
  R: '\u05d0',
  AL: '\u0627',
  EN: '0',
  AN: '\u0660',
  ET: '%',
  NSM: '\u0300',
  BN: '\u00ad',
};
const NEUTRAL_STAND_IN = '!';

/**
 * Returns the runs of a line from left to right, as the Unicode bidirectional algorithm orders them (UAX 9).
 * Skia orders a whole line in the same way, but Kinora needs the position of each run.
 *
 * @param rightToLeft true if the paragraph is read from right to left.
 */
export function findVisualRuns(text: string, rightToLeft: boolean): BidiRun[] {
  const units = text.replace(ASTRAL, (character) =>
    (STAND_IN_OF_CLASS[BIDI.getBidiCharTypeName(character)] ?? NEUTRAL_STAND_IN).repeat(character.length),
  );
  const levels = BIDI.getEmbeddingLevels(units, rightToLeft ? 'rtl' : 'ltr');
  const levelAt = (offset: number): number => levels.levels[offset] ?? 0;
  const runs: { from: number; to: number; level: number }[] = [];
  for (const offset of BIDI.getReorderedIndices(units, levels)) {
    const last = runs.at(-1);
    if (last?.level === levelAt(offset) && last.to === offset) last.to = offset + 1;
    else if (last?.level === levelAt(offset) && last.from === offset + 1) last.from = offset;
    else runs.push({ from: offset, to: offset + 1, level: levelAt(offset) });
  }
  return runs.map(({ from, to, level }) => ({ from, to, rightToLeft: level % 2 === 1 }));
}
