import { indexByAlias, speechAliasOf } from '../clips/aliases.ts';
import { listClips, type ClipLocation, clipPathOf } from '../clips/clip-location.ts';
import { transcriptKeyOf } from './speech-words.ts';
import { formatPath } from '../problems/problem.ts';
import type { CaptionAsset, RichCaptionAsset } from '../schema/text/caption-asset.ts';
import type { AudioAsset, VideoAsset } from '../schema/media-asset.ts';
import type { Edit } from '../schema/edit.ts';

/** A file that may have to be transcribed for captions. */
export interface SpeechSource {
  /** The `src` of the captions: `alias://NAME`, or the URL. For words: what stands for their transcript. */
  readonly src: string;
  /** The first field that refers to the source: `timeline.tracks[0].clips[1].asset.src`. */
  readonly field: string;
  /** The URL of the file to transcribe. If `clip` is absent, the file may also be a subtitle file. */
  readonly url: string;
  /** The clip that the captions refer to by its alias. */
  readonly clip?: ClipLocation & { readonly asset: AudioAsset | VideoAsset };
  /** True if the speech is needed for words that are cut, muted or bleeped, and not for captions. */
  readonly isForWords?: true;
}

/**
 * Lists the sources that the captions of an edit refer to, each once, and the clips whose words are cut, muted or bleeped,
 * in document order. A `caption` asset
 * can transcribe only another clip, so a file URL in a `caption` asset is not listed.
 */
export function listSpeechSources(edit: Edit): SpeechSource[] {
  const clips = listClips(edit);
  const byAlias = indexByAlias(clips);
  const found = new Map<string, SpeechSource>();
  for (const location of clips) {
    const { asset } = location.clip;
    if ((asset.type === 'audio' || asset.type === 'video') && asset.words && !asset.words.transcript) {
      const src = transcriptKeyOf(location);
      const field = formatPath([...clipPathOf(location), 'asset', 'words']);
      found.set(src, { src, field, url: asset.src, clip: { ...location, asset }, isForWords: true });
    }
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
