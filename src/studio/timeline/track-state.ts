import { computed, effect, signal } from '@preact/signals';
import {
  changeHead,
  followTracks,
  headOf,
  listTracks,
  NO_HEADS,
  type TrackHead,
} from '../document/tracks/track-heads.ts';
import { draft, lockedTracks, syntaxProblem } from '../edit/edit-state.ts';
import { isFirstTrackInFront } from '../shell/session.ts';
import { keepBeside } from './kept-beside.ts';

/** Pixels of the ruler above the tracks. */
export const RULER_HEIGHT = 24;
/** Pixels of a track, in steps. */
const HEIGHTS = [28, 44, 64, 96] as const;
const USUAL_HEIGHT = 44;

const heads = keepBeside('tracks', NO_HEADS);

// Heads stay with their tracks when these change.
effect(() => {
  const edit = draft.value;
  if (syntaxProblem.value || heads.value.peek().known.length === 0) return;
  const followed = followTracks(heads.value.peek(), edit);
  if (JSON.stringify(followed) !== JSON.stringify(heads.value.peek())) heads.change(followed);
});

/** The tracks that are not seen or not heard in the Studio. */
export const unplayed = computed(() => ({
  hidden: listTracks(heads.value.value, ({ isHidden }) => isHidden),
  muted: listTracks(heads.value.value, ({ isMuted }) => isMuted),
}));

effect(() => {
  lockedTracks.value = new Set(listTracks(heads.value.value, ({ isLocked }) => isLocked));
});

/** Returns what the Studio knows about a track beside the edit. */
export function findHead(track: number): TrackHead {
  return headOf(heads.value.value, track);
}

/** Changes what the Studio knows about a track. */
export function setHead(track: number, change: TrackHead): void {
  heads.change(changeHead(heads.value.peek(), draft.peek(), track, change));
}

/** Returns the name of a track: its own, or that of its place. */
export function nameTrack(track: number): string {
  return findHead(track).name || `Track ${track + 1}`;
}

/** Makes a track higher or lower. @param steps 1 for the next height, -1 for the one before. */
export function changeHeight(track: number, steps: number): void {
  const now = HEIGHTS.findIndex((height) => height >= (findHead(track).height ?? USUAL_HEIGHT));
  const next = HEIGHTS[Math.min(Math.max(0, now + steps), HEIGHTS.length - 1)];
  setHead(track, { height: next === USUAL_HEIGHT ? undefined : next });
}

/** Sets the height of a track, within the limits. @param height pixels. */
export function setHeight(track: number, height: number): void {
  setHead(track, { height: Math.round(Math.min(Math.max(height, HEIGHTS[0]), HEIGHTS[3])) });
}

/** True while there is an empty track above all others. It becomes one of the edit with its first clip. */
export const hasEmptyTrack = signal(false);

const trackCount = computed(() => draft.value.timeline?.tracks?.length ?? 0);
trackCount.subscribe(() => (hasEmptyTrack.value = false));

/** A row of the timeline. */
export interface TrackRow {
  /** The track, or `front` for the empty one. */
  readonly track: number | 'front';
  /** Pixels from the top of the ruler. */
  readonly top: number;
  readonly height: number;
}

/** The rows from the top to the bottom. The track in front of all others is the first one. */
export const trackRows = computed<readonly TrackRow[]>(() => {
  const tracks = Array.from({ length: trackCount.value }, (_track, index) => index);
  if (!isFirstTrackInFront.value) tracks.reverse();
  let top = RULER_HEIGHT;
  return [...(hasEmptyTrack.value ? (['front'] as const) : []), ...tracks].map((track) => {
    const height = (track === 'front' ? undefined : findHead(track).height) ?? USUAL_HEIGHT;
    const row = { track, top, height };
    top += height;
    return row;
  });
});

/** Returns the place on the list of tracks for a new one above a row. Undefined: below all rows. */
export function placeAbove(row: TrackRow | undefined): number {
  const count = trackCount.peek();
  const isFirstInFront = isFirstTrackInFront.peek();
  if (!row) return isFirstInFront ? count : 0;
  if (row.track === 'front') return isFirstInFront ? 0 : count;
  return isFirstInFront ? row.track : row.track + 1;
}
