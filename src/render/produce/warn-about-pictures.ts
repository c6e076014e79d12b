import { nearestFrame, timeAtFrame, ZERO } from '../../base/time.ts';
import {
  canvasAround,
  type Clip,
  type ClipLocation,
  type Dialect,
  type Edit,
  listClips,
  MAX_PROBLEMS,
  needsPictures,
  resolveTimes,
  type Warning,
  outputShape,
} from '../../edit/model.ts';
import type { MeasuredMedia, MeasuredPicture } from '../media/measured-media.ts';
import type { Media, StreamLocation } from '../media/media.ts';
import { autoLength, type MeasuredByUrl, measuredPlayback, outputRangeOf } from '../resolve/dry-run.ts';
import { NATURAL_PLAYBACK } from '../resolve/playback.ts';
import type { Span, VisualClip } from '../resolve/timeline.ts';
import { groupOf, toVisualClips } from '../resolve/visual-clips.ts';
import { enlargementWarnings } from '../scene/enlargement-warnings.ts';
import { FrameBudget, type ScenePicture } from '../scene/find-unseen.ts';
import { warnIfUnseen } from '../scene/unseen-warnings.ts';
import { viewportOf } from '../scene/placement.ts';
import { isText } from './text-clips.ts';

/** The types of assets that show a picture from a file. */
const PICTURE_TYPES: ReadonlySet<string> = new Set<Clip['asset']['type']>([
  'image',
  'video',
  'lottie',
  'text-to-image',
  'image-to-video',
]);
const NO_CROP = { top: 0, bottom: 0, left: 0, right: 0 };

/**
 * Warns of clips without letters that are never visible, and of pictures that are enlarged, as far as that is
 * known before a render. Skips clips with unknown times, and clips whose size is unknown and matters. Pure.
 *
 * @param measured the known facts of the media.
 */
export function warnAboutPictures(edit: Edit, dialect: Dialect, measured: MeasuredByUrl = {}): Warning[] {
  if (!needsPictures(edit.output)) return [];
  const picture: ScenePicture = outputShape(edit.output);
  const playbackOf = measuredPlayback(edit, measured, dialect);
  const times = resolveTimes(edit, (location) => autoLength(location, measured, playbackOf(location.clip)));
  const { duration } = times;
  const range = duration && edit.output.range ? outputRangeOf(edit, duration) : undefined;
  const placed = listClips(edit).flatMap((location): PlacedClip[] => {
    const { start, length } = times.of(location);
    if (!start || !length || isText(location)) return [];
    const span = {
      from: nearestFrame(start, picture.rate),
      to: nearestFrame(start.add(length), picture.rate),
    };
    const canvas = { ...picture, ...canvasAround(location, picture) };
    const clip = placeClip(location, span, canvas, measured);
    return clip ? [{ ...clip, canvas }] : [];
  });
  const isRendered = ({ clip }: PlacedClip): boolean =>
    !range || (clip.from < range.to && clip.to > range.from);
  const sized = placed.filter(({ isMeasured }) => isMeasured);
  return [
    ...warnIfAnyUnseen(placed.filter(isRendered)),
    ...sized
      .flatMap(({ clip, canvas }) => enlargementWarnings({ ...canvas, visualClips: [clip] }))
      .slice(0, MAX_PROBLEMS),
  ];
}

function warnIfAnyUnseen(clips: readonly PlacedClip[]): Warning[] {
  const budget = new FrameBudget();
  const found: Warning[] = [];
  for (const { clip, canvas, isMeasured, isExact } of clips) {
    if (found.length >= MAX_PROBLEMS) break;
    if (isMeasured || !leavesBox(clip)) found.push(...warnIfUnseen(clip, canvas, budget, { isExact }));
  }
  return found;
}

/** A clip in the picture. */
interface PlacedClip {
  readonly clip: VisualClip;
  /** The picture that it is placed in: the output, or the canvas of its group. */
  readonly canvas: ScenePicture;
  /** False if it shows a picture whose size is unknown. */
  readonly isMeasured: boolean;
  /** False if it stands for a larger area than it really has. */
  readonly isExact: boolean;
}

/** Places a clip. A picture whose size is unknown counts as large as its box. */
function placeClip(
  location: ClipLocation,
  span: Span,
  picture: ScenePicture,
  measured: MeasuredByUrl,
): Omit<PlacedClip, 'canvas'> | undefined {
  const { asset } = location.clip;
  const isPicture = PICTURE_TYPES.has(asset.type);
  const media = isPicture && 'src' in asset ? mediaOf(asset.src, measured) : undefined;
  const [clip] = toVisualClips(
    isPicture && !media ? withPicture(location) : location,
    span,
    media ?? STAND_IN,
    {
      length: timeAtFrame(span.to - span.from, picture.rate).valueOf(),
      playback: NATURAL_PLAYBACK,
      ...groupOf(location, picture, () => []),
    },
  );
  if (!clip || !isPicture || media) return clip && { clip, isMeasured: true, isExact: true };
  const visual = { kind: 'still', media: { kind: 'still', path: '', ...viewportOf(clip, picture) } } as const;
  return {
    clip: { ...clip, visual, crop: NO_CROP },
    isMeasured: false,
    isExact: clip.fit !== 'contain' && Object.values(clip.crop).every((side) => side === 0),
  };
}

/** Returns media of the size of a measured file, without its content. Returns undefined if the size is unknown. */
function mediaOf(src: string, measured: MeasuredByUrl): ReadonlyMap<string, Media> | undefined {
  const file = measured[src];
  if (!file || !('kind' in file) || !file.picture) return undefined;
  const { kind, picture } = file;
  const media = emptyMediaOf(kind, picture);
  return media && new Map([[src, media]]);
}

function emptyMediaOf(kind: MeasuredMedia['kind'], picture: MeasuredPicture): Media | undefined {
  const { width, height } = picture;
  const video = { ...picture, location: NOWHERE, turn: 'none', alpha: false, defects: [] } as const;
  switch (kind) {
    case 'still':
      return { kind, path: '', width, height };
    case 'vector':
      return { kind, markup: '', width, height };
    case 'lottie':
      return { kind, text: '', width, height, rate: 1, duration: ZERO };
    case 'animation':
      return { kind, video, playCount: Infinity };
    case 'av':
      return { kind, video };
    case 'font':
    case 'lut':
    case 'subtitles':
      return undefined;
  }
}

const NOWHERE: StreamLocation = { file: '', demuxer: '', stream: 0, start: ZERO };
const STAND_IN_SRC = 'picture';
const STAND_IN: ReadonlyMap<string, Media> = new Map([
  [STAND_IN_SRC, { kind: 'still', path: '', width: 1, height: 1 }],
]);

function withPicture({ clip, ...at }: ClipLocation): ClipLocation {
  const crop = 'crop' in clip.asset ? clip.asset.crop : undefined;
  return { ...at, clip: { ...clip, asset: { type: 'image', src: STAND_IN_SRC, ...(crop && { crop }) } } };
}

/** True if a picture can be larger than its box, or turn or slide about a centre that depends on its size. */
function leavesBox({
  fit,
  box,
  position,
  effect,
  angle,
  skew,
  flip,
  transition,
  opacity,
  scale,
}: VisualClip): boolean {
  if (opacity === 0 || scale === 0) return false;
  if (fit === 'none') return box === undefined;
  if (fit !== 'contain') return false;
  const isTurned = [angle, skew.x, skew.y].some((value) => value !== 0) || flip.horizontal || flip.vertical;
  const isShuffled = transition.in?.kind === 'shuffle' || transition.out?.kind === 'shuffle';
  const slides = effect !== undefined && !effect.startsWith('zoom');
  return slides || ((isTurned || isShuffled) && position !== 'center');
}
