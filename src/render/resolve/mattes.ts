import { seconds } from '../../base/time.ts';
import { type ClipPlace, fieldOf, pathOf } from '../../edit/edit.ts';
import type { Media } from '../media/media.ts';
import type { Matte, SeenClip, Span } from './timeline.ts';

/**
 * The luma mattes of each track, by its index (contract 2.12).
 *
 * @param inverted whether what is black is seen, instead of what is white (contract C2).
 */
export function mattesOf(
  clips: readonly { readonly place: ClipPlace; readonly span: Span }[],
  media: ReadonlyMap<string, Media>,
  inverted: boolean,
): ReadonlyMap<number, readonly Matte[]> {
  const found = new Map<number, Matte[]>();
  for (const { place, span } of clips) {
    const picture = pictureOf(place, media);
    if (!picture) continue;
    const ofTrack = found.get(place.track) ?? [];
    ofTrack.push({ ...span, field: fieldOf(pathOf(place)), picture, inverted });
    found.set(place.track, ofTrack);
  }
  return found;
}

/** A clip with those of the mattes of its track that it shares a frame with. */
export function masked(clip: SeenClip, mattes: readonly Matte[] = []): SeenClip {
  const shared = mattes.filter(({ from, to }) => from < clip.to && clip.from < to);
  return shared.length > 0 ? { ...clip, mattes: shared } : clip;
}

function pictureOf(
  { clip: { asset } }: ClipPlace,
  media: ReadonlyMap<string, Media>,
): Matte['picture'] | undefined {
  if (asset.type !== 'luma') return undefined;
  const file = media.get(asset.src);
  if (file?.kind === 'still') return { kind: 'still', media: file };
  if (!file || !('video' in file)) return undefined;
  const plays = file.kind === 'animation' ? file.plays : undefined;
  return {
    kind: 'video',
    track: file.video,
    trim: seconds(asset.trim ?? 0),
    ...(plays !== undefined && { plays }),
  };
}
