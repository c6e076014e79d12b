import { redactUrl } from '../../base/redact-url.ts';
import { timeAtFrame, type Rate, type Seconds, ZERO } from '../../base/time.ts';
import {
  type Clip,
  type ClipLocation,
  formatNumber,
  formatPath,
  type MaybeSeconds,
  clipPathOf,
  type Soundtrack,
  toSentence,
  type Warning,
} from '../../edit/model.ts';
import type { AvMedia } from '../media/media.ts';
import { type Playback, playedLength } from './playback.ts';
import { playedBefore } from './speed-ramp.ts';
import { type FileLengths, isTimed, longestOf, type TimedAsset } from './timed-asset.ts';

/** Seconds by which picture and sound may differ without a warning. Recorders rarely end both at once. */
const MAX_DIFFERENCE = 0.5;

/** A clip, the length of its file and how it plays. */
export interface TimedClip {
  readonly location: ClipLocation;
  /** The resolved length of the clip. Undefined if it is not known yet. */
  readonly length: MaybeSeconds;
  readonly file: FileLengths;
  readonly playback: Playback;
}

/**
 * Warns of a clip that is longer than its file or than one of its streams, or of a length that is unknown until
 * the render.
 */
export function lengthWarnings({ location, length, file, playback }: TimedClip, rate: Rate): Warning[] {
  const { asset, length: given } = location.clip;
  if (!isTimed(asset)) return [];
  const at = (names: readonly string[], text: string): Warning[] => {
    return [{ field: formatPath([...clipPathOf(location), ...names]), text }];
  };
  const shown = redactUrl(asset.src);
  const fileLength = longestOf(file);
  if (!fileLength) {
    const text = `${shown} does not specify its duration. The length is determined when the edit is rendered.`;
    return given === 'auto' ? at(['length'], text) : [];
  }
  const missing = secondsBefore(location.clip, playback, length);
  if (missing.gt(timeAtFrame(1, rate)))
    return at(['asset', 'speed'], describeBefore(shown, playback.trim.add(missing)));
  const left = playedLength(fileLength, playback);
  if (left === 'endless') return [];
  if (left.lte(0)) {
    const { name, text } = describeNothingLeft(asset, shown, fileLength);
    // The other text starts with a URL or the name of a file, which keeps its first letter.
    return at(['asset', name], name === 'trim' ? toSentence(text) : `${text}.`);
  }
  // No warning for other assets: a matte keeps its last picture, and captions may end early.
  if ((asset.type !== 'video' && asset.type !== 'audio' && asset.type !== 'lottie') || !length) return [];
  const unequal = isUnequal(file, playback, length) ? at(['asset', 'src'], describeUnequal(file, shown)) : [];
  if (asset.loop === true || left.add(timeAtFrame(1, rate)).gte(length)) return unequal;
  const text = `The length of ${formatNumber(length)} s is longer than the rest of ${shown}, which lasts ${formatNumber(left)} s. The clip is empty after that.`;
  return [...unequal, ...at(['length'], text)];
}

function describeBefore(shown: string, enough: Seconds): string {
  return `The clip plays backwards to before the beginning of ${shown}, where it is empty. Set "trim" to ${formatNumber(enough)}, or let it go back less.`;
}

/** Returns the seconds before the beginning of its file that a clip plays at most. 0 if it is repeated. */
function secondsBefore({ asset }: Clip, { trim, ramp }: Playback, length: MaybeSeconds): Seconds {
  if (!ramp || !length || ('loop' in asset && asset.loop === true)) return ZERO;
  return playedBefore(ramp, length).sub(trim);
}

/** The notes about a file. */
type Notes = Pick<AvMedia, 'notes' | 'soundNote'>;

/**
 * Warns if the file of a clip was not read exactly as written. Warns, too, if it has several sound tracks and the edit
 * chooses none.
 */
export function noteWarnings(location: ClipLocation, file: Notes = {}): Warning[] {
  const { asset } = location.clip;
  const heard = asset.type === 'video' || asset.type === 'audio' ? asset : undefined;
  return listNotes(formatPath([...clipPathOf(location), 'asset', 'src']), file, heard);
}

/** Warns about the file of a soundtrack as {@link noteWarnings} does about that of a clip. */
export function soundtrackNotes(sound: Soundtrack | undefined, file: Notes = {}): Warning[] {
  return sound ? listNotes('timeline.soundtrack.src', file, sound) : [];
}

function listNotes(
  field: string,
  { notes = [], soundNote }: Notes,
  heard: Pick<Soundtrack, 'volume' | 'audioTrack'> | undefined,
): Warning[] {
  const isOpen = heard !== undefined && heard.volume !== 0 && heard.audioTrack === undefined;
  const texts = soundNote !== undefined && isOpen ? [...notes, soundNote] : notes;
  return texts.map((text) => ({ field, text }));
}

/** True if a clip plays more of a file than its shorter stream has. */
function isUnequal({ own, sound }: FileLengths, playback: Playback, length: Seconds): boolean {
  if (!own || !sound || playback.parts || own.sub(sound).abs().lte(MAX_DIFFERENCE)) return false;
  const shorter = playedLength(own.lt(sound) ? own : sound, playback);
  return shorter !== 'endless' && shorter.lt(length);
}

function describeUnequal({ own = ZERO, sound = ZERO }: FileLengths, shown: string): string {
  const end = sound.gt(own) ? 'The last picture stays until the sound ends' : 'The rest of it is silent';
  return `${shown} has ${formatNumber(own)} s of picture and ${formatNumber(sound)} s of sound. ${end}.`;
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
