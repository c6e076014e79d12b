import { redactUrl } from '../../base/redact-url.ts';
import { timeAtFrame, type Rate, type Seconds } from '../../base/time.ts';
import {
  type ClipLocation,
  formatPath,
  type MaybeSeconds,
  clipPathOf,
  type Warning,
} from '../../edit/model.ts';
import { type Playback, playedLength } from './playback.ts';
import { isTimed, type TimedAsset } from './timed-asset.ts';

/** A clip and its file. */
export interface TimedClip {
  readonly location: ClipLocation;
  /** The resolved length of the clip; undefined while it is not known. */
  readonly length: MaybeSeconds;
  /** Seconds that its file says it lasts at its natural speed; undefined where it does not say. */
  readonly fileLength: MaybeSeconds;
  readonly playback: Playback;
}

/** A clip that its file does not fill, or of which nobody knows whether it does. */
export function lengthWarnings({ location, length, fileLength, playback }: TimedClip, rate: Rate): Warning[] {
  const { asset, length: given } = location.clip;
  if (!isTimed(asset)) return [];
  const at = (names: readonly string[], text: string): Warning[] => {
    const field = formatPath([...clipPathOf(location), ...names]);
    return [{ field, text: `${field}: ${text}` }];
  };
  const shown = redactUrl(asset.src);
  if (!fileLength) {
    const text = `${shown} does not say how long it is; that is known when it is rendered.`;
    return given === 'auto' ? at(['length'], text) : [];
  }
  const left = playedLength(fileLength, playback);
  if (left === 'endless') return [];
  if (left.lte(0)) {
    const { name, text } = describeNothingLeft(asset, shown, fileLength);
    return at(['asset', name], `${text}.`);
  }
  // A matte keeps its last picture, and captions may be over early.
  if (asset.type !== 'video' && asset.type !== 'audio') return [];
  if (!length || left.add(timeAtFrame(1, rate)).gte(length)) return [];
  const text = `${describeSeconds(length)} s is longer than what is left of ${shown}, ${describeSeconds(left)} s; after that there is nothing of it.`;
  return at(['length'], text);
}

/**
 * Says that a file is over before its clip begins.
 *
 * @param fileLength seconds of the file.
 * @returns the field of the asset that is to blame.
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
    text: `${trim} s leaves nothing of ${shown}, which lasts ${describeSeconds(fileLength)} s`,
  };
}

/** Seconds as people read them: to the millisecond. */
export function describeSeconds(time: Seconds): string {
  return String(Number(time.valueOf().toFixed(3)));
}
