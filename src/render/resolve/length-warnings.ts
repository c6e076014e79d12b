import { redactUrl } from '../../base/redact-url.ts';
import { timeAtFrame, type Rate, type Seconds } from '../../base/time.ts';
import {
  type ClipLocation,
  formatNumber,
  formatPath,
  type MaybeSeconds,
  clipPathOf,
  toSentence,
  type Warning,
} from '../../edit/model.ts';
import { type Playback, playedLength } from './playback.ts';
import { isTimed, type TimedAsset } from './timed-asset.ts';

/** A clip, the length of its file and how it plays. */
export interface TimedClip {
  readonly location: ClipLocation;
  /** The resolved length of the clip. Undefined if it is not known yet. */
  readonly length: MaybeSeconds;
  /** The duration of the file in seconds at its natural speed. Undefined if the file does not specify it. */
  readonly fileLength: MaybeSeconds;
  readonly playback: Playback;
}

/** Warns of a clip that is longer than its file, or of a length that is unknown until the render. */
export function lengthWarnings({ location, length, fileLength, playback }: TimedClip, rate: Rate): Warning[] {
  const { asset, length: given } = location.clip;
  if (!isTimed(asset)) return [];
  const at = (names: readonly string[], text: string): Warning[] => {
    return [{ field: formatPath([...clipPathOf(location), ...names]), text }];
  };
  const shown = redactUrl(asset.src);
  if (!fileLength) {
    const text = `${shown} does not specify its duration. The length is determined when the edit is rendered.`;
    return given === 'auto' ? at(['length'], text) : [];
  }
  const left = playedLength(fileLength, playback);
  if (left === 'endless') return [];
  if (left.lte(0)) {
    const { name, text } = describeNothingLeft(asset, shown, fileLength);
    // The other text starts with a URL or the name of a file, which keeps its first letter.
    return at(['asset', name], name === 'trim' ? toSentence(text) : `${text}.`);
  }
  // No warning for other assets: a matte keeps its last picture, and captions may end early.
  if ((asset.type !== 'video' && asset.type !== 'audio' && asset.type !== 'lottie') || asset.loop === true)
    return [];
  if (!length || left.add(timeAtFrame(1, rate)).gte(length)) return [];
  const text = `The length of ${formatNumber(length)} s is longer than the rest of ${shown}, which lasts ${formatNumber(left)} s. The clip is empty after that.`;
  return at(['length'], text);
}

/**
 * Explains why a clip plays nothing of its file.
 *
 * @param shown The URL of the file as it is shown to the client.
 * @param fileLength Duration of the file in seconds.
 * @returns The field of the asset that is the cause, and a phrase without a full stop.
 */
export function describeNothingLeft(
  asset: TimedAsset,
  shown: string,
  fileLength: Seconds,
): { readonly name: 'trim' | 'src'; readonly text: string } {
  const isCaption = asset.type === 'caption' || asset.type === 'rich-caption';
  if (isCaption && fileLength.lte(0)) return { name: 'src', text: `${shown} has no captions` };
  const { trim = 0 } = 'trim' in asset ? asset : {};
  return {
    name: 'trim',
    text: `a trim of ${trim} s leaves nothing of ${shown}, which lasts ${formatNumber(fileLength)} s`,
  };
}
