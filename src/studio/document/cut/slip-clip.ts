import { pathOf } from '../clip-path.ts';
import { type ClipSpan, findClip } from '../clip-spans.ts';
import type { Change, DraftClip, DraftEdit } from '../edit-text.ts';
import { roundFine } from '../motion/cut-curve.ts';
import {
  changesSpeed,
  fileSecondAt,
  isTrimmed,
  longestLead,
  longestLength,
  readSpeed,
  trimScaleOf,
} from './played-file.ts';
import type { CutFacts } from './trim-clip.ts';

/** True for a clip that can show another part of its file. */
export function canSlip(clip: DraftClip): boolean {
  return isTrimmed(clip) && !changesSpeed(clip) && readSpeed(clip) > 0;
}

/** Returns the seconds of the timeline by which a clip can show a later part of its file. */
export function limitSlip(clip: DraftClip, { length }: ClipSpan, by: number, facts: CutFacts): number {
  if (!canSlip(clip)) return 0;
  const most = Math.max(0, longestLength(clip, length, facts) - length);
  return Math.min(Math.max(by, -longestLead(clip, facts)), most);
}

/** Shows a later part of the file of a clip, or an earlier one. The clip itself stays where it is. */
export function slipClip(edit: DraftEdit, span: ClipSpan, by: number, facts: CutFacts): Change[] {
  const clip = findClip(edit, span) ?? {};
  const moved = limitSlip(clip, span, by, facts);
  const second = fileSecondAt(clip, moved, facts);
  if (moved === 0 || second === undefined) return [];
  const trim = roundFine(Math.max(0, second) / trimScaleOf(clip, facts));
  return [{ path: [...pathOf(span), 'asset', 'trim'], value: trim }];
}
