import { toSeconds } from '../../base/time.ts';
import { type ClipLocation, formatPath, clipPathOf, trackKeyOf } from '../../edit/model.ts';
import { type Media, pictureAlone } from '../media/media.ts';
import type { Matte, VisualClip, Span } from './timeline.ts';

/**
 * Collects the luma mattes of each track, by {@link trackKeyOf} (contract 2.12).
 *
 * @param isInverted True if black in a matte shows the clip and white hides it (contract C2).
 */
export function collectMattes(
  clips: readonly { readonly location: ClipLocation; readonly span: Span }[],
  media: ReadonlyMap<string, Media>,
  isInverted: boolean,
): ReadonlyMap<string, readonly Matte[]> {
  const byTrack = new Map<string, Matte[]>();
  for (const { location, span } of clips) {
    const visual = matteVisualOf(location, media);
    if (!visual) continue;
    const key = trackKeyOf(location);
    const mattes = byTrack.get(key) ?? [];
    mattes.push({ ...span, field: formatPath(clipPathOf(location)), visual, isInverted });
    byTrack.set(key, mattes);
  }
  return byTrack;
}

/** Returns a clip with those mattes of its track that share a frame with it. */
export function attachMattes(clip: VisualClip, mattes: readonly Matte[] = []): VisualClip {
  const shared = mattes.filter(({ from, to }) => from < clip.to && clip.from < to);
  return shared.length > 0 ? { ...clip, mattes: shared } : clip;
}

function matteVisualOf(
  { clip: { asset } }: ClipLocation,
  media: ReadonlyMap<string, Media>,
): Matte['visual'] | undefined {
  if (asset.type !== 'luma') return undefined;
  const file = media.get(asset.src);
  if (file?.kind === 'still') return { kind: 'still', media: pictureAlone(file) };
  if (!file || !('video' in file)) return undefined;
  const plays = file.kind === 'animation' ? file.playCount : undefined;
  return {
    kind: 'video',
    track: file.video,
    trim: toSeconds(asset.trim ?? 0),
    ...(plays !== undefined && { playCount: plays }),
  };
}
