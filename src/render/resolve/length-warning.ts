import { shownUrl } from '../../base/shown-url.ts';
import { frameTime, type Rate, type Seconds } from '../../base/time.ts';
import {
  type AudioAsset,
  type CaptionAsset,
  type Clip,
  type ClipPlace,
  fieldOf,
  type LumaAsset,
  type MaybeSeconds,
  pathOf,
  type RichCaptionAsset,
  type VideoAsset,
  type Warning,
} from '../../edit/edit.ts';
import { type Dialect, type Playback, playbackOf, playedLength } from './playback.ts';

/** An asset that may be as long as its file. */
export type LastingAsset = VideoAsset | AudioAsset | LumaAsset | CaptionAsset | RichCaptionAsset;

/** Whether an asset may be as long as its file. */
export function isLasting(asset: Clip['asset']): asset is LastingAsset {
  const types: readonly Clip['asset']['type'][] = ['video', 'audio', 'luma', 'caption', 'rich-caption'];
  return types.includes(asset.type);
}

/** How the file of an asset plays. Rich captions have neither trim nor speed (contract C41). */
export function lastingPlayback(asset: LastingAsset, dialect: Dialect): Playback {
  return playbackOf(asset.type === 'rich-caption' ? {} : asset, dialect);
}

/** A clip and its file. */
export interface Lasting {
  readonly place: ClipPlace;
  /** The resolved length of the clip; undefined while it is not known. */
  readonly length: MaybeSeconds;
  /** Seconds that its file says it lasts at its natural speed; undefined where it does not say. */
  readonly lasts: MaybeSeconds;
}

/** A clip that its file does not fill, or of which nobody knows whether it does. */
export function lengthWarning({ place, length, lasts }: Lasting, dialect: Dialect, rate: Rate): Warning[] {
  const { asset, length: given } = place.clip;
  if (!isLasting(asset)) return [];
  const at = (names: readonly string[], text: string): Warning[] => {
    const field = fieldOf([...pathOf(place), ...names]);
    return [{ field, text: `${field}: ${text}` }];
  };
  const shown = shownUrl(asset.src);
  if (!lasts) {
    const text = `${shown} does not say how long it is; that is known when it is rendered.`;
    return given === 'auto' ? at(['length'], text) : [];
  }
  const left = playedLength(lasts, lastingPlayback(asset, dialect));
  if (left === 'endless') return [];
  if (left.lte(0)) {
    const { name, text } = nothingLeft(asset, shown, lasts);
    return at(['asset', name], `${text}.`);
  }
  // A matte keeps its last picture, and captions may be over early.
  if (asset.type !== 'video' && asset.type !== 'audio') return [];
  if (!length || left.add(frameTime(1, rate)).gte(length)) return [];
  const text = `${short(length)} s is longer than what is left of ${shown}, ${short(left)} s; after that there is nothing of it.`;
  return at(['length'], text);
}

/**
 * Says that a file is over before its clip begins.
 *
 * @param lasts seconds of the file.
 * @returns the field of the asset that is to blame.
 */
export function nothingLeft(
  asset: LastingAsset,
  shown: string,
  lasts: Seconds,
): { readonly name: 'trim' | 'src'; readonly text: string } {
  const isCaption = asset.type === 'caption' || asset.type === 'rich-caption';
  if (isCaption && lasts.lte(0)) return { name: 'src', text: `${shown} has no captions` };
  const { trim = 0 } = 'trim' in asset ? asset : {};
  return { name: 'trim', text: `${trim} s leaves nothing of ${shown}, which lasts ${short(lasts)} s` };
}

function short(time: Seconds): string {
  return String(Number(time.valueOf().toFixed(3)));
}
