import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Rect } from '../../scene/placement.ts';
import { boxAround } from '../layer.ts';
import { AT_REST, type Shift } from './moment.ts';
import type { PlacedLine, PlacedUnit } from './layout.ts';

/** A rectangle under or behind a line of text, by its lines; in pixels. */
export interface Strip {
  /** From the baseline to its upper edge, downwards. */
  readonly top: number;
  readonly height: number;
  /** How far it reaches beyond both ends of a line. */
  readonly beyond: number;
  /** Gaps between lines that are no wider are closed. */
  readonly closes: number;
}

/** A highlight behind letters (contract 2.15). @param size in pixels. */
export function highlightStrip(size: number): Strip {
  return {
    top: -(0.78 + 0.12) * size,
    height: (0.92 + 0.24) * size,
    beyond: 0.15 * size,
    closes: 0.1 * size,
  };
}

/** A line under or through letters (contract 2.15). @param size in pixels. */
export function decorationStrip(kind: 'underline' | 'line-through', size: number): Strip {
  const height = Math.max(1, Math.round(0.05 * size));
  const middle = kind === 'underline' ? Math.round(0.1 * size) : -Math.round(0.3 * size);
  return { top: middle - height / 2, height, beyond: 0, closes: 0 };
}

/** The box around whatever may be under, behind or beside lines: highlights reach farthest. @param size in pixels. */
export function stripsBox(lines: readonly PlacedLine[], size: number): Rect {
  return boxAround(lines.map((line) => rectOf(line, line, highlightStrip(size))));
}

/** A piece of a strip that lies together. */
interface Piece {
  readonly rect: Rect;
  readonly shift: Shift;
}

/** Two ends nearer than this, in pixels, are one. */
const TOUCHING = 0.05;

/** The pieces of the strips of all lines; those of units that are in their places are one, without seams. */
export function stripPieces(
  units: readonly PlacedUnit[],
  shiftOf: (index: number) => Shift,
  strip: Strip,
): Piece[] {
  const resting: Rect[] = [];
  const moving: Piece[] = [];
  for (const [index, { line, spans }] of units.entries()) {
    const shift = shiftOf(index);
    if (shift.alpha <= 0 || line.text === '') continue;
    for (const span of spans) {
      const rect = rectOf(span, line, strip);
      if (shift.x === 0 && shift.y === 0 && shift.alpha === 1) resting.push(rect);
      else moving.push({ rect, shift });
    }
  }
  return [...joined(resting).map((rect) => ({ rect, shift: AT_REST })), ...moving];
}

function rectOf(
  { x, width }: { readonly x: number; readonly width: number },
  line: PlacedLine,
  { top, height, beyond, closes }: Strip,
): Rect {
  const left = x <= line.x + TOUCHING ? x - beyond : x;
  const right = x + width >= line.x + line.width - TOUCHING ? x + width + beyond : x + width;
  const gap = line.next === undefined ? 0 : line.next - line.baseline - height;
  const high = gap > 0 && gap <= closes ? height + gap : height;
  return { x: left, y: line.baseline + top, width: right - left, height: high };
}

function joined(rects: readonly Rect[]): Rect[] {
  const done: Rect[] = [];
  for (const rect of rects.toSorted((one, other) => one.y - other.y || one.x - other.x)) {
    const last = done.at(-1);
    if (last?.y === rect.y && Math.abs(last.x + last.width - rect.x) < TOUCHING) {
      done[done.length - 1] = { ...last, width: rect.x + rect.width - last.x };
    } else done.push(rect);
  }
  return done;
}

/** Fills the pieces with the context's colour; where those at rest lie over each other they are one. */
export function fillStrips(context: SKRSContext2D, pieces: readonly Piece[]): void {
  const alpha = context.globalAlpha;
  context.beginPath();
  for (const { rect, shift } of pieces) {
    if (shift === AT_REST) context.rect(rect.x, rect.y, rect.width, rect.height);
  }
  context.fill();
  for (const { rect, shift } of pieces) {
    if (shift === AT_REST) continue;
    context.globalAlpha = alpha * shift.alpha;
    context.fillRect(rect.x + shift.x, rect.y + shift.y, rect.width, rect.height);
  }
  context.globalAlpha = alpha;
}
