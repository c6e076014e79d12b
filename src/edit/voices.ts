import { aliasIn } from './alias.ts';
import { clipsOf, type ClipPlace, pathOf } from './places.ts';
import { fieldOf } from './problem.ts';
import { clipsByAlias } from './references.ts';
import type { AudioAsset, VideoAsset } from './schema/media-asset.ts';
import type { Edit } from './schema/edit.ts';

/** Something that captions may have to be made of by listening to it. */
export interface NamedVoice {
  /** The `src` of the captions: `alias://NAME`, or the URL of a file that is subtitles or media. */
  readonly src: string;
  /** Where the first captions stand that name it: `timeline.tracks[0].clips[0].asset.src`. */
  readonly field: string;
  /** The clip with the alias; absent where a file is named. */
  readonly clip?: ClipPlace & { readonly asset: AudioAsset | VideoAsset };
}

/** What the captions of an edit name, each once, in the order of the document. Captions of one style do not listen to files. */
export function voicesOf(edit: Edit): NamedVoice[] {
  const places = clipsOf(edit);
  const byAlias = clipsByAlias(places);
  const found = new Map<string, NamedVoice>();
  for (const place of places) {
    const { asset } = place.clip;
    if (asset.type !== 'caption' && asset.type !== 'rich-caption') continue;
    const alias = aliasIn(asset.src);
    if (found.has(asset.src) || (alias === undefined && asset.type === 'caption')) continue;
    const voice = { src: asset.src, field: `${fieldOf(pathOf(place))}.asset.src` };
    const named = alias === undefined ? undefined : byAlias.get(alias);
    const spoken = named?.clip.asset;
    if (alias === undefined) found.set(asset.src, voice);
    else if (named && (spoken?.type === 'audio' || spoken?.type === 'video'))
      found.set(asset.src, { ...voice, clip: { ...named, asset: spoken } });
  }
  return [...found.values()];
}
