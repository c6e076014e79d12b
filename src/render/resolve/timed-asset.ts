import { KinoraError } from '../../base/errors.ts';
import { redactUrl } from '../../base/redact-url.ts';
import type { Seconds } from '../../base/time.ts';
import type {
  AudioAsset,
  CaptionAsset,
  Clip,
  LottieAsset,
  LumaAsset,
  RichCaptionAsset,
  VideoAsset,
  MaybeSeconds,
} from '../../edit/model.ts';
import type { AudioTrack, VideoTrack } from '../media/media.ts';

/** An asset that can take its length from its file. */
export type TimedAsset = VideoAsset | AudioAsset | LumaAsset | LottieAsset | CaptionAsset | RichCaptionAsset;

/** True if an asset can take its length from its file. */
export function isTimed(asset: Clip['asset']): asset is TimedAsset {
  const types: readonly Clip['asset']['type'][] = [
    'video',
    'audio',
    'luma',
    'lottie',
    'caption',
    'rich-caption',
  ];
  return types.includes(asset.type);
}

/** The lengths of a file in seconds at its natural speed. Undefined if the file does not specify them. */
export interface FileLengths {
  /** The length of the picture of a video, or of whatever else the asset plays. */
  readonly own: MaybeSeconds;
  /** The length of the sound of a video. */
  readonly sound?: MaybeSeconds;
}

/** Returns the length of a file: that of its longest stream (contract C61). */
export function longestOf({ own, sound }: FileLengths): MaybeSeconds {
  return own && sound?.gt(own) === true ? sound : own;
}

/** Seconds by which the sound of a repeated video may outlast its picture, because encoders pad the sound. */
const MAX_PADDING = 0.1;

/** Returns the second at which a file ends, if its sound outlasts its picture. @param loops true if it is repeated. */
export function lateEndOf(
  video: VideoTrack | undefined,
  audio: AudioTrack | undefined,
  loops: boolean,
): Seconds | undefined {
  const [own, sound] = [video?.duration, audio?.duration];
  const padding = own && sound?.sub(own);
  return padding?.gt(loops ? MAX_PADDING : 0) === true ? sound : undefined;
}

/** The sound tracks of a file. */
interface Sounds<Track> {
  readonly audio?: Track | undefined;
  readonly audioTracks?: readonly (Track & { readonly number: number })[] | undefined;
}

/** Returns the sound track of a file that an edit chooses. Undefined if there is none. @param number from 1. */
export function chosenSound<Track>(
  { audio, audioTracks }: Sounds<Track>,
  number: number | undefined,
): Track | undefined {
  if (number === undefined || (number === 1 && !audioTracks)) return audio;
  return audioTracks?.find((track) => track.number === number);
}

/**
 * Checks that a file has the sound track that an edit chooses.
 *
 * @param field the path of the asset or the soundtrack, for an error.
 * @throws {KinoraError} `validation_failed` if the file does not have it.
 */
export function requireSound(
  file: Sounds<unknown>,
  { src, audioTrack }: Pick<AudioAsset, 'src' | 'audioTrack'>,
  field: string,
): void {
  if (audioTrack === undefined || chosenSound(file, audioTrack)) return;
  const { audio, audioTracks = audio ? [{ number: 1 }] : [] } = file;
  const there =
    audioTracks.length === 0
      ? 'no sound track'
      : `the sound tracks ${audioTracks.map(({ number }) => number).join(', ')}`;
  throw new KinoraError(
    'validation_failed',
    `${field}.audioTrack is ${audioTrack}, but ${redactUrl(src)} has ${there}.`,
  );
}
