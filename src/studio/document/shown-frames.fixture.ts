import { NATURAL_SPEED, toSeconds } from '../../base/time.ts';
import { parseEdit } from '../../edit/index.ts';
import { type Dialect, listClips, resolveTimes } from '../../edit/model.ts';
import { ClipGain } from '../../render/gain/clip-gain.ts';
import type { Media } from '../../render/media/media.ts';
import { mediaOf, track, videoTrack } from '../../render/resolve/edit.fixture.ts';
import { playedUpTo } from '../../render/resolve/playback.ts';
import { resolve } from '../../render/resolve/resolve.ts';
import { sceneAt } from '../../render/scene/scene.ts';
import type { KnownTimes } from './clip-spans.ts';
import { isSyntaxProblem, readDraft } from './edit-text.ts';

/** Seconds of the files of the test edits. */
export const FILE_SECONDS = 10;

const VIDEO = 'https://media.example/a.mp4';
const SOUND = 'https://media.example/a.mp3';
const IMAGE = 'https://media.example/a.jpg';

/** The assets of the test edits. */
export const ASSETS = {
  video: { type: 'video', src: VIDEO, trim: 2 },
  audio: { type: 'audio', src: SOUND },
  image: { type: 'image', src: IMAGE },
  text: { type: 'text', text: 'Hello' },
} as const;

const MEDIA: ReadonlyMap<string, Media> = mediaOf({
  [VIDEO]: { kind: 'av', video: videoTrack(FILE_SECONDS), audio: track(FILE_SECONDS) },
  [SOUND]: { kind: 'av', audio: track(FILE_SECONDS) },
  [IMAGE]: { kind: 'still', path: '/image', width: 1600, height: 900 },
});

/** Reads the text of an edit as the server does. @throws if it is invalid, with the problems. */
export function parseText(text: string) {
  const draft = readDraft(text);
  if (isSyntaxProblem(draft)) throw new Error(draft.message);
  const parsed = parseEdit(draft);
  if (!parsed.ok) throw new Error(`${JSON.stringify(parsed.problems)} in ${text}`);
  return parsed.value.edit;
}

/** Returns the times of all clips as the server works them out. */
export function knownTimes(text: string): KnownTimes {
  const edit = parseText(text);
  const times = resolveTimes(edit, ({ clip: { asset } }) => {
    if (asset.type !== 'video' && asset.type !== 'audio') return toSeconds(3);
    return toSeconds(
      Math.max(0.1, (FILE_SECONDS - (asset.trim ?? 0)) / (typeof asset.speed === 'number' ? asset.speed : 1)),
    );
  });
  const known = listClips(edit).map((location) => {
    const { start, length } = times.of(location);
    return { track: location.track, start: start.valueOf(), length: length.valueOf() };
  });
  const tracks = Map.groupBy(known, ({ track }) => track);
  return { tracks: [...tracks.values()].map((clips) => ({ clips })) };
}

/** Returns all numbers with which the engine draws and sounds each frame of an edit. */
export function listFrames(text: string, dialect: Dialect = 'interface'): number[][] {
  const timeline = resolve(parseText(text), MEDIA, dialect);
  return Array.from({ length: timeline.frameCount }, (_frame, frame) => [
    ...listLayers(timeline, frame),
    ...timeline.audioClips
      .filter(({ from, to }) => from <= frame && frame < to)
      .flatMap((sound) => {
        const step = 48_000 / timeline.rate.valueOf();
        const gain = new ClipGain(sound, Math.round((sound.to - sound.from) * step));
        const since = Math.round((frame - sound.from) * step);
        return [gain.at(since), sound.trim.add(playedUpTo(sound, toSeconds(since / 48_000))).valueOf()];
      }),
  ]);
}

/** Returns the numbers of the layers of a frame, with those in groups. */
function listLayers(timeline: Parameters<typeof sceneAt>[0], frame: number): number[] {
  return sceneAt(timeline, frame).flatMap(({ placement, matrix, columns, wipe, opacity, time, clip }) => {
    const { visual } = clip;
    const second =
      visual.kind === 'video'
        ? visual.trim.add(playedUpTo({ speed: NATURAL_SPEED, ...visual }, time)).valueOf()
        : 0;
    const boxes = [placement.visible, placement.whole].flatMap(({ x, y, width, height }) => [
      x,
      y,
      width,
      height,
    ]);
    const { a, b, c, d, e, f } = matrix;
    const inner =
      visual.kind === 'group' ? listLayers({ ...timeline, ...visual, visualClips: visual.clips }, frame) : [];
    return [...boxes, a, b, c, d, e, f, columns.from, columns.to, wipe?.left ?? 0, opacity, second, ...inner];
  });
}

/** Returns the largest difference between the same numbers of two lists of frames. Endless if they differ in form. */
export function findDifference(one: readonly number[][], other: readonly number[][]): number {
  if (one.length !== other.length) return Infinity;
  const differences = one.flatMap((frame, index) => {
    const same = other[index] ?? [];
    if (same.length !== frame.length) return [Infinity];
    return frame.map((value, place) => Math.abs(value - (same[place] ?? NaN)));
  });
  return differences.reduce((most, each) => Math.max(most, each), 0);
}
