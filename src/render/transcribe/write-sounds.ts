import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { type Seconds, toSeconds } from '../../base/time.ts';
import { SPEECH_RATE, SpeechReader } from '../av/sound/speech-reader.ts';
import type { StreamLocation } from '../media/media.ts';
import { splitSpeech, type SpeechPart } from './split-speech.ts';
import { encodeWav } from './wav.ts';

/** A piece of speech in its own WAV file: 16 kHz, one channel. */
export interface SpeechSound {
  readonly path: string;
  /** The SHA-256 of the file in hexadecimal digits. */
  readonly hash: string;
  /** Source second at which the sound begins. */
  readonly from: number;
  /** Length of the sound in seconds. */
  readonly seconds: number;
}

/** A part of a source in seconds. `to` is undefined if the end of the part is unknown. */
export interface PlayedPart {
  readonly from: Seconds;
  readonly to: Seconds | undefined;
}

/** Maximum seconds of speech of one track: the maximum length of a timeline. */
export const MAX_SPEECH_LENGTH = toSeconds(12 * 3600);
/**
 * Minimum seconds of a sound. Nothing can be said in a shorter time, and some recognisers reject shorter
 * sounds.
 */
const MIN_LENGTH = toSeconds(0.1);

/**
 * Writes a part of a sound as WAV files, cut at quiet places.
 *
 * @param stem path of the files without the number and the extension.
 * @param onRead called regularly while the sound is read.
 * @returns the files in their order. Empty if the part is too short to contain speech.
 * @throws {MediaError} if the sound cannot be decoded.
 */
export async function writeSounds(
  location: StreamLocation,
  { from, to }: PlayedPart,
  stem: string,
  onRead: () => void,
): Promise<SpeechSound[]> {
  if (to?.sub(from).lt(MIN_LENGTH) === true) return [];
  const sounds: SpeechSound[] = [];
  using reader = await SpeechReader.open(location, from);
  for await (const part of splitSpeech(reader, (to ?? from.add(MAX_SPEECH_LENGTH)).sub(from), onRead)) {
    sounds.push(await writeSound(part, from.valueOf(), `${stem}-${sounds.length}.wav`));
  }
  return sounds;
}

async function writeSound(part: SpeechPart, start: number, path: string): Promise<SpeechSound> {
  const wav = encodeWav(part.samples);
  await writeFile(path, wav);
  return {
    path,
    hash: createHash('sha256').update(wav).digest('hex'),
    from: start + part.from,
    seconds: part.samples.length / SPEECH_RATE,
  };
}
