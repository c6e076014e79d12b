import { voiceIn } from './alias.ts';
import { clipsOf, type ClipPlace, pathOf } from './places.ts';
import { fieldOf } from './problem.ts';
import { clipsByAlias } from './references.ts';
import type { CaptionAsset, RichCaptionAsset } from './schema/caption-asset.ts';
import type { AudioAsset, VideoAsset } from './schema/media-asset.ts';
import type { Edit } from './schema/edit.ts';

/** Something that captions may have to be made of by listening to it. */
export interface NamedVoice {
  /** The `src` of the captions: `alias://NAME`, or the URL. */
  readonly src: string;
  /** Where the first of these captions name it: `timeline.tracks[0].clips[1].asset.src`. */
  readonly field: string;
  /** The URL of the file to listen to; where no clip is named, it may be subtitles as well. */
  readonly url: string;
  /** The clip that the captions name by its alias. */
  readonly clip?: ClipPlace & { readonly asset: AudioAsset | VideoAsset };
}

/** What the captions of an edit name, each once, in the order of the document. Those in one style do not listen to files. */
export function voicesOf(edit: Edit): NamedVoice[] {
  const places = clipsOf(edit);
  const byAlias = clipsByAlias(places);
  const found = new Map<string, NamedVoice>();
  for (const place of places) {
    const { asset } = place.clip;
    if (asset.type !== 'caption' && asset.type !== 'rich-caption') continue;
    const voice = found.has(asset.src) ? undefined : namedBy(asset, byAlias);
    const field = fieldOf([...pathOf(place), 'asset', 'src']);
    if (voice) found.set(asset.src, { ...voice, src: asset.src, field });
  }
  return [...found.values()];
}

function namedBy(
  asset: CaptionAsset | RichCaptionAsset,
  byAlias: ReadonlyMap<string, ClipPlace>,
): Omit<NamedVoice, 'src' | 'field'> | undefined {
  const alias = voiceIn(asset);
  if (alias === undefined) return asset.type === 'rich-caption' ? { url: asset.src } : undefined;
  const place = byAlias.get(alias);
  const spoken = place?.clip.asset;
  if (!place || (spoken?.type !== 'audio' && spoken?.type !== 'video')) return undefined;
  return { url: spoken.src, clip: { ...place, asset: spoken } };
}
