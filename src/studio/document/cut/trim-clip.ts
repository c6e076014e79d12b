import { pathOf } from '../clip-path.ts';
import { type ClipSpan, findClip } from '../clip-spans.ts';
import type { Change, DraftClip, DraftEdit } from '../edit-text.ts';
import { nearestFrameAt, secondsOfFrames } from '../frame-grid.ts';
import { roundFine } from '../motion/cut-curve.ts';
import {
  type ClipFileFacts,
  fileSecondAt,
  isTrimmed,
  longestLead,
  longestLength,
  trimScaleOf,
} from './played-file.ts';
import { setLength, startAt } from './set-times.ts';

/** Shortest length of a clip in seconds that a drag can make. */
const LEAST_LENGTH = 0.1;

/** Seconds that are as good as none. */
const TINY = 1e-6;

/** What a cut needs to know besides the clip. */
export interface CutFacts extends ClipFileFacts {
  /** Frames per second of the output. */
  readonly rate: number;
}

/** An edge of a clip. */
export type ClipEdge = 'start' | 'end';

/**
 * Returns the seconds by which an edge may be moved: within the file of the clip, and so that something of the clip is
 * left.
 */
export function limitTrim(
  clip: DraftClip,
  { start, length }: ClipSpan,
  edge: ClipEdge,
  by: number,
  facts: ClipFileFacts,
): number {
  if (edge === 'start') {
    const moved = Math.min(Math.max(by, -Math.min(start, longestLead(clip, facts))), length - LEAST_LENGTH);
    // A clip that has played back beyond the beginning of its file cannot begin there.
    const isInFile = !isTrimmed(clip) || (fileSecondAt(clip, moved, facts) ?? -1) > -TINY;
    return isInFile ? moved : 0;
  }
  // A clip that is already longer than its file need not become shorter.
  const most = Math.max(length, longestLength(clip, length, facts));
  return Math.min(Math.max(by, LEAST_LENGTH - length), most - length);
}

/**
 * Moves an edge of a clip. What is left of the clip looks and sounds as before at every moment: its file, and the
 * tweens of its numbers, stay where they are.
 */
export function trimClip(
  edit: DraftEdit,
  span: ClipSpan,
  edge: ClipEdge,
  by: number,
  facts: CutFacts,
): Change[] {
  const clip = findClip(edit, span);
  if (!clip) return [];
  const { rate } = facts;
  const moved = limitTrim(clip, span, edge, by, facts);
  const begin = edge === 'start' ? span.start + moved : span.start;
  const from = secondsOfFrames(nearestFrameAt(begin, rate) - nearestFrameAt(span.start, rate), rate);
  const trim = Math.max(0, fileSecondAt(clip, from, facts) ?? 0) / trimScaleOf(clip, facts);
  const isFileMoved = edge === 'start' && moved !== 0 && isTrimmed(clip);
  return [
    ...(edge === 'start' ? startAt(edit, span, begin) : []),
    ...(isFileMoved ? [{ path: [...pathOf(span), 'asset', 'trim'], value: roundFine(trim) }] : []),
    ...setLength(
      edit,
      { ...span, start: begin },
      edge === 'start' ? span.length - moved : span.length + moved,
      from,
    ),
  ];
}
