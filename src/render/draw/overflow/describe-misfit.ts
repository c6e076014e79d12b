import type { PixelSize } from '../../scene/placement.ts';
import type { FittedSize } from '../lines/fit-font-size.ts';
import { joinWays } from './join-ways.ts';

/** Maximum number of letters of a word that a warning shows. */
const MAX_SHOWN = 40;

/** The surroundings of a text that does not fit at its least size. */
export interface MisfitContext {
  /** The path from the asset to the least size. */
  readonly field: string;
  /** Size of the box in pixels. */
  readonly box: PixelSize;
  /** A clause that begins with "so" and says what happens to the part without room. */
  readonly outcome: string;
  /** The largest size at which the text fits, in pixels. Undefined if there is none. */
  readonly fittingSize: number | undefined;
}

/** True if all of a text is inside its box and no word is broken. */
export function isWhole({ isInside, brokenWord }: FittedSize): boolean {
  return isInside && brokenWord === undefined;
}

/** Returns the sentences of a warning about a text that does not fit at its least size. */
export function describeMisfit(
  { isInside, brokenWord, needed, size }: FittedSize,
  { field, box, outcome, fittingSize }: MisfitContext,
): string {
  const lower = fittingSize === undefined ? [] : [`lower "${field}" to ${fittingSize} or less`];
  if (isInside) {
    const word = shorten(brokenWord ?? '');
    return `The word "${word}" is wider than its box even at ${format(size)} px, so it is broken. ${joinWays([...lower, 'make the box wider', 'choose a shorter word'])}`;
  }
  const room = `${Math.ceil(needed.width)} x ${Math.ceil(needed.height)} px`;
  const available = `${Math.round(box.width)} x ${Math.round(box.height)}`;
  return `Even at ${format(size)} px, its least size, the text needs ${room}, but its box has ${available}, ${outcome}. ${joinWays([...lower, 'make the box larger', 'shorten the text'])}`;
}

function shorten(word: string): string {
  const letters = Array.from(word);
  return letters.length > MAX_SHOWN ? `${letters.slice(0, MAX_SHOWN).join('')}…` : word;
}

/** Formats a size in pixels. */
function format(size: number): string {
  return String(Number(size.toFixed(1)));
}
