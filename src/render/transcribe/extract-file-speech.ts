import { join } from 'node:path';
import { KinoraError } from '../../base/errors.ts';
import { ZERO } from '../../base/time.ts';
import { MediaError } from '../av/check.ts';
import type { AudioTrack } from '../media/media.ts';
import { probe } from '../probe/probe.ts';
import { MAX_SPEECH_LENGTH, type SpeechSound, writeSounds } from './write-sounds.ts';

/** The input for extracting the speech of a file. */
export interface FileSpeechJob {
  /** Path of the media file. */
  readonly path: string;
  /** The field of the request that asks for the words. Error messages begin with it. */
  readonly field: string;
  /** Folder for the sounds. */
  readonly folder: string;
}

/**
 * Extracts all of the sound of a media file as speech.
 *
 * @param onRead called regularly while the sound is read.
 * @throws {KinoraError} with the field: `asset_not_media` if there is no sound or if the sound cannot be
 *   decoded, `validation_failed` if the sound is too long.
 */
export async function extractFileSpeech(
  { path, field, folder }: FileSpeechJob,
  onRead: () => void,
): Promise<SpeechSound[]> {
  const audio = await probeAudio(path, field);
  if (audio.duration?.gt(MAX_SPEECH_LENGTH) === true) {
    const hours = MAX_SPEECH_LENGTH.div(3600).valueOf();
    throw new KinoraError('validation_failed', `${field}: the speech must be at most ${hours} hours long.`);
  }
  try {
    const part = { from: ZERO, to: audio.duration };
    return await writeSounds(audio.location, part, join(folder, 'speech'), onRead);
  } catch (error) {
    if (!(error instanceof MediaError)) throw error;
    const message = `${field}: the sound of the source is damaged: it cannot be decoded.`;
    throw new KinoraError('asset_not_media', message, { cause: error });
  }
}

async function probeAudio(path: string, field: string): Promise<AudioTrack> {
  try {
    const media = await probe(path);
    if ('audio' in media && media.audio) return media.audio;
  } catch (error) {
    if (!(error instanceof KinoraError)) throw error;
    throw new KinoraError(error.code, `${field}: the source ${error.message}.`, { cause: error });
  }
  throw new KinoraError('asset_not_media', `${field}: the source has no sound to transcribe.`);
}
