import { computed, signal } from '@preact/signals';
import { type ClipSpan, keyOf, nameClip } from '../document/clip-spans.ts';
import { frameShownAt, nearestFrameAt } from '../document/frame-grid.ts';
import { draft, frameRate, lockedTracks, playhead, selection, spans } from '../edit/edit-state.ts';
import { findFileName } from '../files/known-files.ts';
import { isFirstTrackInFront } from '../shell/session.ts';
import { listDraftOutputs, readSizeOf } from '../document/shapes.ts';
import { readShownClip, shownOutput, shownShape } from '../variants/shown-output.ts';
import { findFileSize } from '../timeline/file-lengths.ts';
import { unplayed } from '../timeline/track-state.ts';
import { isVisible } from './geometry/find-hits.ts';
import { listSafeAreas } from './geometry/safe-areas.ts';
import { placeShown, type ShownClip } from './geometry/shown-clip.ts';
import type { Lines } from './geometry/snap-place.ts';
import { findInk, measureInks } from './measure-ink.ts';

/** A clip on the picture with its place on the timeline. */
export interface PictureClip extends ShownClip {
  readonly span: ClipSpan;
  readonly key: string;
  readonly name: string;
}

/** The size of the composed picture in pixels. */
export const canvas = computed(() => readSizeOf(listDraftOutputs(draft.value)[shownOutput.value] ?? {}));

measureInks(canvas);

/** The clips as they are in the edit at the playhead, the one on top first, without hidden and locked tracks. */
const clipsAtPlayhead = computed<readonly PictureClip[]>(() => {
  const rate = frameRate.value;
  const frame = frameShownAt(playhead.value, rate);
  const inFront = isFirstTrackInFront.value ? 1 : -1;
  const { hidden } = unplayed.value;
  return spans.value
    .filter(({ track }) => !hidden.includes(track) && !lockedTracks.value.has(track))
    .flatMap((span) => placeSpan(span, frame, rate) ?? [])
    .toSorted((a, b) => inFront * (a.span.track - b.span.track) || b.span.clip - a.span.clip);
});

/** The clips that are being dragged, as they would be, by their keys. */
export const draggedClips = signal<ReadonlyMap<string, ShownClip>>(new Map());

/** The clips at the playhead that can be seen, the one on top first. While some are dragged, as they would be. */
export const pictureClips = computed<readonly PictureClip[]>(() =>
  clipsAtPlayhead.value
    .map((clip) => ({ ...clip, ...draggedClips.value.get(clip.key) }))
    .filter((clip) => isVisible(clip) || selection.value.has(clip.key)),
);

/** The selected clips on the picture. */
export const chosenClips = computed(() => pictureClips.value.filter(({ key }) => selection.value.has(key)));

/** The lines that a dragged clip is pulled to at the moment. */
export const snapLines = signal<Lines>({ x: [], y: [] });

/** True while the safe areas are shown. */
export const showsSafeAreas = signal(false);

/** The safe areas, if they are shown. */
export const safeAreas = computed(() => (showsSafeAreas.value ? listSafeAreas(canvas.value) : []));

/** The key of the clip whose edges are being cropped. */
export const croppedKey = signal<string | undefined>(undefined);

/** The key of the clip whose words are being written on the picture. */
export const writtenKey = signal<string | undefined>(undefined);

/** The last sentence for people who hear the page. */
export const spoken = signal('');

function placeSpan(span: ClipSpan, frame: number, rate: number): PictureClip | undefined {
  const from = nearestFrameAt(span.start, rate);
  const to = nearestFrameAt(span.start + span.length, rate);
  const clip = readShownClip(span);
  if (!clip || frame < from || frame >= to) return undefined;
  const key = keyOf(span);
  const ink = findInk(clip, canvas.value, key);
  const shown = { canvas: canvas.value, shape: shownShape.value };
  const facts = { ...shown, rate, frame, from, to, natural: findFileSize(clip), ink };
  const placed = placeShown(clip, facts);
  return placed && { ...placed, span, key, name: nameClip(clip, findFileName) };
}
