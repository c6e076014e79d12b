import { type ClipLocation, clipPathOf } from '../clips/clip-location.ts';
import { formatPath } from '../problems/problem.ts';
import type { Asset } from '../schema/clip.ts';
import type { Words } from '../schema/playback/words.ts';

/** Returns what is done with the words of an asset. Undefined if nothing is. */
export function speechWordsOf(asset: Asset): Words | undefined {
  return 'words' in asset ? asset.words : undefined;
}

/** True if words of an asset are cut out of its clip. */
export function cutsWords(asset: Asset): boolean {
  const words = speechWordsOf(asset);
  return words?.cut !== undefined || words?.keep !== undefined;
}

/** Returns the URL of the transcript of a clip, or what stands for one if the edit gives none. */
export function transcriptKeyOf(location: ClipLocation): string {
  const { transcript } = speechWordsOf(location.clip.asset) ?? {};
  return transcript ?? `words:${formatPath(clipPathOf(location))}`;
}
