import type { Sheet } from '../sheet.ts';
import { captions } from './captions.ts';
import { frameTiming } from './frame-timing.ts';
import { gradients } from './gradients.ts';
import { keys } from './keys.ts';
import { mattes } from './mattes.ts';
import { effects, transitionsIn, transitionsOut } from './motion-ends.ts';
import { movingLetters, richCaptions } from './moving-letters.ts';
import { saturatedEdges } from './saturated-edges.ts';
import { smallText } from './small-text.ts';
import { reduced, thinLines } from './thin-lines.ts';

/** All contact sheets, in the order of the page. */
export const SHEETS: readonly Sheet[] = [
  smallText,
  movingLetters,
  richCaptions,
  captions,
  thinLines,
  reduced,
  saturatedEdges,
  keys,
  mattes,
  gradients,
  transitionsIn,
  transitionsOut,
  effects,
  frameTiming,
];
