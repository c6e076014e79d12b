import { ZERO } from '../../base/time.ts';
import {
  canvasOf,
  type CaptionAsset,
  type Clip,
  type ClipLocation,
  formatPath,
  clipPathOf,
  featherOf,
  type ImageAsset,
  type LottieAsset,
  type OutputSize,
  type RichCaptionAsset,
  type RichTextAsset,
  type VideoAsset,
} from '../../edit/model.ts';
import { type Cue, type Media, pictureAlone, type VideoTrack } from '../media/media.ts';
import { toAnimatedNumber } from './animated-number.ts';
import { resolveChromaKey } from './chroma-key.ts';
import { resolveFilters } from './filters.ts';
import type { Camera } from './follow/camera.ts';
import { resolveMotion } from './movement/motion-path.ts';
import { resolvePerspective } from './movement/perspective.ts';
import type { Playback } from './playback.ts';
import { isCaption } from './captions/captions.ts';
import { goesBack } from './speed-ramp.ts';
import { chosenSound, lateEndOf } from './timed-asset.ts';
import type {
  CaptionVisual,
  DrawnAsset,
  GroupVisual,
  Visual,
  RichCaptionVisual,
  VideoVisual,
  VisualClip,
  Span,
  WholeRichText,
} from './timeline.ts';
import { resolveRim } from './shape/rim.ts';
import { resolveTransitions } from './transitions.ts';

/** The types of drawn assets, without rich texts. */
const DRAWN_TYPES: ReadonlySet<string> = new Set<DrawnAsset['type']>([
  'text',
  'shape',
  'svg',
  'title',
  'html',
  'html5',
  'progress',
  'qr',
  'waveform',
]);

/**
 * Returns an array with the visual clip of a clip. The array is empty if the clip is not drawn.
 *
 * @param length Length of the clip in seconds, computed from its frames.
 * @param cues The captions of the clip, if it has any.
 * @param group The clips of the group, if it is one. A group without it is not drawn.
 * @param camera The camera of the clip, if it follows a subject.
 * @param heard The fields of the clips whose sound a waveform shows, if it does not show all.
 */
export function toVisualClips(
  location: ClipLocation,
  span: Span,
  media: ReadonlyMap<string, Media>,
  {
    length,
    playback,
    cues = [],
    group,
    camera,
    heard,
  }: {
    readonly length: number;
    readonly playback: Playback;
    readonly cues?: readonly Cue[];
    readonly group?: GroupVisual;
    readonly camera?: Camera | undefined;
    readonly heard?: readonly string[] | undefined;
  },
): VisualClip[] {
  const { clip } = location;
  const { asset } = clip;
  const visual = isCaption(asset)
    ? captionVisual(asset, cues, length)
    : (group ?? visualOf(clip, media, { length, playback, heard }));
  if (!visual) return [];
  return [
    {
      ...span,
      field: formatPath(clipPathOf(location)),
      visual,
      // What fills the rest of the box is added by `fillWithBlur`, and a camera follows.
      fit: clip.fit === 'blur' || clip.fit === 'follow' ? 'crop' : (clip.fit ?? 'crop'),
      ...(camera && { camera }),
      ...boxOf(clip),
      crop: cropOf(clip),
      scale: toAnimatedNumber(clip.scale, 1),
      position: clip.position ?? 'center',
      offset: { x: toAnimatedNumber(clip.offset?.x, 0), y: toAnimatedNumber(clip.offset?.y, 0) },
      opacity: toAnimatedNumber(clip.opacity, 1),
      ...turnOf(clip),
      ...resolveMotion(clip.motion, length),
      ...resolvePerspective(clip.perspective),
      ...effectOf(clip),
      ...looksOf(clip),
      ...resolveFilters(clip.filters, media),
      transition: resolveTransitions(clip.transition, length, media),
      ...resolveRim(clip),
    },
  ];
}

function looksOf({
  filter = 'none',
  blend = 'normal',
  motionBlur = 0,
}: Clip): Pick<VisualClip, 'filter' | 'blend' | 'shutter'> {
  return {
    ...(filter !== 'none' && { filter }),
    ...(blend !== 'normal' && { blend }),
    ...(motionBlur !== 0 && { shutter: toAnimatedNumber(motionBlur, 0) }),
  };
}

/** Returns the canvas of a clip with a group and its clips, in the form in which a visual clip gets it. */
export function groupOf(
  location: ClipLocation,
  output: OutputSize,
  listInside: () => readonly VisualClip[],
): { readonly group?: GroupVisual } {
  if (location.clip.asset.type !== 'group') return {};
  return { group: { kind: 'group', ...canvasOf(location, output), clips: listInside() } };
}

function visualOf(
  { asset }: Clip,
  media: ReadonlyMap<string, Media>,
  {
    length,
    playback,
    heard,
  }: {
    readonly length: number;
    readonly playback: Playback;
    readonly heard: readonly string[] | undefined;
  },
): Visual | undefined {
  if (asset.type === 'rich-text') return { kind: 'drawn', asset: joinSpans(asset), length };
  if (asset.type === 'waveform') return { kind: 'drawn', asset, length, ...(heard && { heard }) };
  if (isDrawn(asset)) return { kind: 'drawn', asset, length };
  if (asset.type === 'lottie') return lottieOf(asset, media.get(asset.src), playback);
  if (asset.type === 'image') return imageOf(asset, media.get(asset.src));
  return asset.type === 'video' ? videoOf(asset, media.get(asset.src), playback) : undefined;
}

function videoOf(asset: VideoAsset, file: Media | undefined, playback: Playback): Visual | undefined {
  if ((file?.kind !== 'av' && file?.kind !== 'animation') || !file.video) return undefined;
  const fileEnd = lateEndOf(file.video, chosenSound(file, asset.audioTrack), asset.loop === true);
  const end = fileEnd ?? file.video.duration;
  // Backwards, a source plays from its end.
  if (end && playback.trim.gte(end) && !(playback.ramp && goesBack(playback.ramp))) return undefined;
  return {
    kind: 'video',
    track: file.video,
    ...playback,
    ...(fileEnd && { fileEnd }),
    ...(asset.loop === true && { playCount: Infinity, repeatFrom: playback.trim }),
    ...(asset.slowMotion === 'blend' && { blends: true }),
    ...(asset.chromaKey && { chromaKey: resolveChromaKey(asset.chromaKey) }),
    ...cutOut(file.video, asset),
  };
}

function lottieOf(
  { loop = false }: LottieAsset,
  file: Media | undefined,
  { trim, speed }: Playback,
): Visual | undefined {
  if (file?.kind !== 'lottie' || trim.gte(file.duration)) return undefined;
  return { kind: 'lottie', media: file, trim, speed, repeats: loop };
}

/** Returns a rich text with its whole text. */
function joinSpans(asset: RichTextAsset): WholeRichText {
  const { text = '', spans } = asset;
  return { ...asset, text: spans ? spans.map((span) => span.text).join('') : text };
}

/** Returns the visual of a clip with captions, or `undefined` if there are no cues. */
function captionVisual(
  asset: CaptionAsset | RichCaptionAsset,
  cues: readonly Cue[],
  length: number,
): CaptionVisual | RichCaptionVisual | undefined {
  if (cues.length === 0) return undefined;
  if (asset.type === 'caption') return { kind: 'caption', asset, cues, length };
  return { kind: 'rich-caption', asset, cues, length };
}

function isDrawn(asset: Clip['asset']): asset is Exclude<DrawnAsset, WholeRichText> {
  return DRAWN_TYPES.has(asset.type);
}

/** Returns the visual of an image asset. An animated image plays from the start of the clip. */
function imageOf({ loop = false, cutout }: ImageAsset, file: Media | undefined): Visual | undefined {
  if (file?.kind === 'still') {
    const { cutouts = {} } = file;
    const media = pictureAlone(file);
    const feather = cutout && featherOf(cutout);
    const path = feather === undefined ? undefined : cutouts[feather];
    if (feather === undefined || path === undefined) return { kind: 'still', media };
    return { kind: 'still', media: { ...media, path, alpha: true }, cutout: { feather } };
  }
  if (file?.kind === 'vector') return { kind: 'vector', media: file };
  if (file?.kind !== 'animation') return undefined;
  const playCount = loop ? Infinity : file.playCount;
  return { kind: 'video', track: file.video, trim: ZERO, playCount, ...cutOut(file.video, { cutout }) };
}

/** Returns the track of a video whose people are cut out. Empty if they are not. */
function cutOut(
  track: VideoTrack,
  { cutout }: Pick<VideoAsset, 'cutout'>,
): Partial<Pick<VideoVisual, 'track' | 'cutout'>> {
  return cutout ? { track: { ...track, alpha: true }, cutout: { feather: featherOf(cutout) } } : {};
}

function turnOf({ transform = {} }: Clip): Pick<VisualClip, 'angle' | 'skew' | 'flip'> {
  const { rotate, skew, flip } = transform;
  return {
    angle: toAnimatedNumber(rotate?.angle, 0),
    skew: { x: toAnimatedNumber(skew?.x, 0), y: toAnimatedNumber(skew?.y, 0) },
    flip: { horizontal: flip?.horizontal ?? false, vertical: flip?.vertical ?? false },
  };
}

function effectOf({ effect }: Clip): Pick<VisualClip, 'effect' | 'effectPart'> {
  if (effect === undefined) return {};
  if (typeof effect === 'string') return { effect };
  const { name, from = 0, to = 1 } = effect;
  return { effect: name, effectPart: { from, to } };
}

function boxOf({ width, height }: Clip): Pick<VisualClip, 'box'> {
  if (width === undefined && height === undefined) return {};
  return { box: { ...(width !== undefined && { width }), ...(height !== undefined && { height }) } };
}

function cropOf({ asset }: Clip): VisualClip['crop'] {
  const crop =
    asset.type === 'video' || asset.type === 'image' || asset.type === 'lottie' ? asset.crop : undefined;
  const { top = 0, bottom = 0, left = 0, right = 0 } = crop ?? {};
  return {
    top: toAnimatedNumber(top, 0),
    bottom: toAnimatedNumber(bottom, 0),
    left: toAnimatedNumber(left, 0),
    right: toAnimatedNumber(right, 0),
  };
}
