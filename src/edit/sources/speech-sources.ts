import { indexByAlias, speechAliasOf } from '../clips/aliases.ts';
import { listClips, type ClipLocation, clipPathOf } from '../clips/clip-location.ts';
import { formatPath } from '../problems/problem.ts';
import type { CaptionAsset, RichCaptionAsset } from '../schema/caption-asset.ts';
import type { AudioAsset, VideoAsset } from '../schema/media-asset.ts';
import type { Edit } from '../schema/edit.ts';

/** Something that captions may have to be made of by listening to it. */
export interface SpeechSource {
  /** The `src` of the captions: `alias://NAME`, or the URL. */
  readonly src: string;
  /** Where the first of these captions name it: `timeline.tracks[0].clips[1].asset.src`. */
  readonly field: string;
  /** The URL of the file to listen to; where no clip is named, it may be subtitles as well. */
  readonly url: string;
  /** The clip that the captions name by its alias. */
  readonly clip?: ClipLocation & { readonly asset: AudioAsset | VideoAsset };
}

/** What the captions of an edit name, each once, in the order of the document. Those in one style do not listen to files. */
export function listSpeechSources(edit: Edit): SpeechSource[] {
  const clips = listClips(edit);
  const byAlias = indexByAlias(clips);
  const found = new Map<string, SpeechSource>();
  for (const location of clips) {
    const { asset } = location.clip;
    if (asset.type !== 'caption' && asset.type !== 'rich-caption') continue;
    const speech = found.has(asset.src) ? undefined : findSpeech(asset, byAlias);
    const field = formatPath([...clipPathOf(location), 'asset', 'src']);
    if (speech) found.set(asset.src, { ...speech, src: asset.src, field });
  }
  return [...found.values()];
}

function findSpeech(
  asset: CaptionAsset | RichCaptionAsset,
  byAlias: ReadonlyMap<string, ClipLocation>,
): Omit<SpeechSource, 'src' | 'field'> | undefined {
  const alias = speechAliasOf(asset);
  if (alias === undefined) return asset.type === 'rich-caption' ? { url: asset.src } : undefined;
  const location = byAlias.get(alias);
  const target = location?.clip.asset;
  if (!location || (target?.type !== 'audio' && target?.type !== 'video')) return undefined;
  return { url: target.src, clip: { ...location, asset: target } };
}
