import { redactUrl } from '../../../base/redact-url.ts';
import {
  type ClipLocation,
  clipPathOf,
  formatPath,
  generatedTypeOf,
  truncateText,
  type Warning,
  speechWordsOf,
} from '../../../edit/model.ts';
import type { Playback } from '../playback.ts';
import { type FileWithSilences, silenceWarnings } from './silence-cuts.ts';

/** Warns if silences or words are not cut out, muted or bleeped as the edit wants. */
export function cutWarnings(
  location: ClipLocation,
  playback: Playback,
  file: FileWithSilences | undefined,
): Warning[] {
  return [...silenceWarnings(location, playback, file), ...wordWarnings(location, playback, file)];
}

/** Warns about words of a clip that are not known yet, that are never said, or that are all there is. */
function wordWarnings(
  location: ClipLocation,
  { parts, speed, trim }: Playback,
  file: FileWithSilences | undefined,
): Warning[] {
  const { asset } = location.clip;
  const wanted = speechWordsOf(asset);
  if (!wanted || !('src' in asset) || !speed.gt(0)) return [];
  const field = `${formatPath(clipPathOf(location))}.asset.words`;
  const shown = generatedTypeOf(asset.src) === undefined ? redactUrl(asset.src) : 'the speech';
  const { words } = file ?? {};
  if (!words)
    return [
      {
        field,
        text: `The words of ${shown} are not known yet. They are found when the edit is rendered, which may change the length of the clip.`,
      },
    ];
  const missing = words.missing.map(({ list, index, phrase }) => ({
    field: `${field}.${list}[${index}]`,
    text: `"${truncateText(phrase)}" is not among the words of ${shown}, so nothing is done with it.`,
  }));
  const isCut = words.said.some(({ list, to }) => (list === 'cut' || list === 'keep') && to.gt(trim));
  if (isCut && !parts)
    missing.push({
      field,
      text: `Nothing is cut out of ${shown}, because nothing would be left, or too little would be cut.`,
    });
  return missing;
}
