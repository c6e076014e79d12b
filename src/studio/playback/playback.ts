import { signal } from '@preact/signals';
import type { TimeRange } from '../document/preview/marked-range.ts';
import { momentAt } from '../document/preview/shown-moment.ts';
import { frameRate, playhead, seek, timelineEnd } from '../edit/edit-state.ts';
import { markedRange } from '../timeline/timeline-marks.ts';

/** What plays the edit. */
export interface EditPlayer {
  /** Plays from the playhead as soon as possible. */
  play(): void;
  /** Stops, and shows the frame of the engine. */
  pause(): void;
}

/** The player of the open edit. Undefined until its code is loaded. */
export const editPlayer = signal<EditPlayer | undefined>(undefined);

/** What the player does. While it is `waiting`, it plays as soon as something has been loaded. */
export const playback = signal<'stopped' | 'waiting' | 'playing'>('stopped');

/** Returns the part of the timeline that plays: the marked one, or the whole. */
export function playedRange(): TimeRange {
  return markedRange.value ?? { start: 0, length: timelineEnd.value };
}

/** Plays from the playhead. Begins at the beginning of the marked part if the playhead is not in it, or at its end. */
export function play(): void {
  const { start, length } = playedRange();
  const at = momentAt(playhead.value, frameRate.value);
  if (at < start || at >= start + length - 0.1) seek(start);
  playback.value = 'waiting';
  editPlayer.value?.play();
}

/** Stops. The playhead stays where it is. */
export function stop(): void {
  playback.value = 'stopped';
  editPlayer.value?.pause();
}
