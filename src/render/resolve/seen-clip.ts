import { ZERO } from '../../base/time.ts';
import {
  type CaptionAsset,
  type Clip,
  type ClipPlace,
  fieldOf,
  pathOf,
  type RichCaptionAsset,
} from '../../edit/edit.ts';
import type { Cue, Media } from '../media/media.ts';
import { animated } from './animated.ts';
import { colourKey } from './colour-key.ts';
import { type Dialect, playbackOf } from './playback.ts';
import { isCaption } from './caption-clips.ts';
import type { CaptionPicture, DrawnAsset, Picture, RichCaptionPicture, SeenClip, Span } from './timeline.ts';
import { transitionsOf } from './transitions.ts';

const DRAWN: ReadonlySet<string> = new Set<DrawnAsset['type']>([
  'text',
  'rich-text',
  'shape',
  'svg',
  'title',
  'html',
]);

/**
 * What is seen of a clip: one, or none when it is only heard.
 *
 * @param length of the clip in seconds, as its frames give it.
 * @param cues of the clip, where it has captions.
 */
export function seenClip(
  place: ClipPlace,
  span: Span,
  media: ReadonlyMap<string, Media>,
  {
    length,
    dialect,
    cues = [],
  }: { readonly length: number; readonly dialect: Dialect; readonly cues?: readonly Cue[] },
): SeenClip[] {
  const { clip } = place;
  const { asset } = clip;
  const picture = isCaption(asset)
    ? captionPicture(asset, cues, length)
    : pictureOf(clip, media, length, dialect);
  if (!picture) return [];
  return [
    {
      ...span,
      field: fieldOf(pathOf(place)),
      picture,
      fit: clip.fit ?? 'crop',
      ...boxOf(clip),
      crop: cropOf(clip),
      scale: animated(clip.scale, 1),
      position: clip.position ?? 'center',
      offset: { x: animated(clip.offset?.x, 0), y: animated(clip.offset?.y, 0) },
      opacity: animated(clip.opacity, 1),
      ...turnOf(clip),
      ...(clip.effect && { effect: clip.effect }),
      ...(clip.filter && clip.filter !== 'none' && { filter: clip.filter }),
      transition: transitionsOf(clip.transition, length),
    },
  ];
}

function pictureOf(
  { asset }: Clip,
  media: ReadonlyMap<string, Media>,
  lasts: number,
  dialect: Dialect,
): Picture | undefined {
  if (isDrawn(asset)) return { kind: 'drawn', asset, lasts };
  if (asset.type !== 'video' && asset.type !== 'image') return undefined;
  const file = media.get(asset.src);
  if (asset.type === 'image') return imageOf(file);
  if ((file?.kind !== 'av' && file?.kind !== 'animation') || !file.video) return undefined;
  return {
    kind: 'video',
    track: file.video,
    ...playbackOf(asset, dialect),
    ...(asset.chromaKey && { key: colourKey(asset.chromaKey) }),
  };
}

/** Nothing where nothing is ever said. */
function captionPicture(
  asset: CaptionAsset | RichCaptionAsset,
  cues: readonly Cue[],
  lasts: number,
): CaptionPicture | RichCaptionPicture | undefined {
  if (cues.length === 0) return undefined;
  if (asset.type === 'caption') return { kind: 'caption', asset, cues, lasts };
  return { kind: 'rich-caption', asset, cues, lasts };
}

function isDrawn(asset: Clip['asset']): asset is DrawnAsset {
  return DRAWN.has(asset.type);
}

/** What an image asset shows: what moves by itself does so from the start of the clip on. */
function imageOf(file: Media | undefined): Picture | undefined {
  if (file?.kind === 'still') return { kind: 'still', media: file };
  if (file?.kind === 'vector') return { kind: 'vector', media: file };
  if (file?.kind !== 'animation') return undefined;
  return { kind: 'video', track: file.video, trim: ZERO, plays: file.plays };
}

function turnOf({ transform = {} }: Clip): Pick<SeenClip, 'angle' | 'skew' | 'flip'> {
  const { rotate, skew, flip } = transform;
  return {
    angle: animated(rotate?.angle, 0),
    skew: { x: animated(skew?.x, 0), y: animated(skew?.y, 0) },
    flip: { horizontal: flip?.horizontal ?? false, vertical: flip?.vertical ?? false },
  };
}

function boxOf({ width, height }: Clip): Pick<SeenClip, 'box'> {
  if (width === undefined && height === undefined) return {};
  return { box: { ...(width !== undefined && { width }), ...(height !== undefined && { height }) } };
}

function cropOf({ asset }: Clip): SeenClip['crop'] {
  const crop = asset.type === 'video' || asset.type === 'image' ? asset.crop : undefined;
  const { top = 0, bottom = 0, left = 0, right = 0 } = crop ?? {};
  return { top, bottom, left, right };
}
