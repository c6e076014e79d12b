import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { KinoraError } from '../../base/errors.ts';
import { shownUrl } from '../../base/shown-url.ts';
import { type Seconds, seconds, ZERO } from '../../base/time.ts';
import { type Edit, fieldOf, type NamedVoice, pathOf, resolveTimes, voicesOf } from '../../edit/edit.ts';
import { MediaError } from '../av/check.ts';
import { SPEECH_RATE, SpeechReader } from '../av/speech-reader.ts';
import type { AudioTrack, Location } from '../media/media.ts';
import { type SourceFile, Unfetched } from '../media/source-file.ts';
import { measure } from '../probe/measure.ts';
import { probe } from '../probe/probe.ts';
import { sniff } from '../probe/sniff.ts';
import { autoLength } from '../resolve/dry-run.ts';
import { type Dialect, playbackOf } from '../resolve/playback.ts';
import { cutSounds, type SoundPart } from './cut-sounds.ts';
import { wavOf } from './wav.ts';

/** A sound in a file of its own: WAV, 16 kHz, one channel. */
export interface VoiceSound {
  readonly path: string;
  /** The SHA-256 of its samples, in hexadecimal digits. */
  readonly hash: string;
  /** Source second at which it begins. */
  readonly from: number;
  /** Its length. */
  readonly seconds: number;
}

/** What is to be listened to for captions. Plain JSON. */
export interface Voice {
  /** The `src` of the captions. */
  readonly src: string;
  /** Where the first of them name it. */
  readonly field: string;
  /** What is heard, one after the other; none where the clip plays nothing of its file. */
  readonly sounds: readonly VoiceSound[];
}

/** What finding the voices of an edit needs. */
export interface VoicesJob {
  readonly edit: Edit;
  /** The file of each source URL. */
  readonly files: Readonly<Record<string, SourceFile>>;
  readonly dialect: Dialect;
  /** Where the sounds go. */
  readonly folder: string;
}

/** Seconds of one voice at the most: as long as a timeline may be. */
const LONGEST = seconds(12 * 3600);
/** Nothing can be said in less, and some recognisers refuse it; in seconds. */
const SHORTEST = seconds(0.1);

/**
 * Takes out of the files of an edit what captions are to be made of by listening: of a clip with an alias the part that it
 * plays, of a file that captions name all of it, where it is media and no subtitles.
 *
 * @param onRead called now and then.
 * @throws {KinoraError} `asset_not_media` where there is no sound, `validation_failed` where it is too long, with the field.
 * @throws {Unfetched} when bytes of a file cannot be had.
 */
export async function takeVoices(job: VoicesJob, onRead: () => void): Promise<Voice[]> {
  const voices: Voice[] = [];
  const partOf = await partsPlayed(job);
  for (const voice of voicesOf(job.edit)) {
    const { src, field, url, clip } = voice;
    const file = job.files[url] ?? '';
    try {
      if (!clip && (await sniff(file)).kind !== 'av') continue;
      const { location, duration } = await soundOf(file, voice);
      const stem = join(job.folder, `voice-${voices.length}`);
      const sounds = await written(await whole(location), partOf(voice, duration), stem, onRead);
      voices.push({ src, field, sounds });
    } catch (error) {
      if (error instanceof Unfetched) throw new Unfetched(error.code, `${field}: ${error.message}`);
      if (!(error instanceof MediaError)) throw error;
      const message = `${field}: the sound of ${shownUrl(url)} is damaged: it cannot be decoded.`;
      throw new KinoraError('asset_not_media', message, { cause: error });
    }
  }
  return voices;
}

async function soundOf(file: SourceFile, voice: NamedVoice): Promise<AudioTrack> {
  const [field, shown] = [voice.field, shownUrl(voice.url)];
  try {
    const media = await probe(file);
    if ('audio' in media && media.audio) return media.audio;
  } catch (error) {
    if (!(error instanceof KinoraError)) throw error;
    throw new KinoraError(error.code, `${field}: ${shown} ${error.message}.`, { cause: error });
  }
  const named = voice.clip ? `names ${fieldOf(pathOf(voice.clip))}, and ` : '';
  throw new KinoraError('asset_not_media', `${field}: ${named}${shown} has no sound to make captions of.`);
}

/** Seconds of a source; `to` is absent where nobody knows where it ends. */
interface Part {
  readonly from: Seconds;
  readonly to: Seconds | undefined;
}

/** Which part of its file a voice plays. Lengths that only media tell are looked up where there is one. */
async function partsPlayed({
  edit,
  files,
  dialect,
}: VoicesJob): Promise<(voice: NamedVoice, duration: Seconds | undefined) => Part> {
  const hasAlias = voicesOf(edit).some(({ clip }) => clip);
  const measured = hasAlias ? await measure(files) : {};
  const times = hasAlias ? resolveTimes(edit, (place) => autoLength(place, measured, dialect)) : undefined;
  return (voice, duration) => {
    const { clip } = voice;
    const part = clip ? playedPart(clip, times?.of(clip).length) : { from: ZERO, to: undefined };
    const to = part.to && duration?.gt(part.to) !== false ? part.to : duration;
    if ((to ?? LONGEST).sub(part.from).gt(LONGEST)) throw tooLong(voice.field);
    return { from: part.from, to };
  };

  function playedPart({ asset }: NonNullable<NamedVoice['clip']>, length: Seconds | undefined): Part {
    const { trim, speed } = playbackOf(asset, dialect);
    return { from: trim, to: length && trim.add(length.mul(speed)) };
  }
}

function tooLong(field: string): KinoraError {
  return new KinoraError(
    'validation_failed',
    `${field}: captions can be made of up to ${LONGEST.div(3600).valueOf()} hours of sound, and this is more.`,
  );
}

/** Most of the file is read, and some formats are read from their beginning. */
async function whole(location: Location): Promise<Location> {
  const { file } = location;
  return typeof file === 'string' ? location : { ...location, file: await file.whole() };
}

async function written(
  location: Location,
  { from, to }: Part,
  stem: string,
  onRead: () => void,
): Promise<VoiceSound[]> {
  if (to?.sub(from).lt(SHORTEST) === true) return [];
  const sounds: VoiceSound[] = [];
  using reader = await SpeechReader.open(location, from);
  for await (const part of cutSounds(reader, (to ?? from.add(LONGEST)).sub(from), onRead)) {
    sounds.push(await soundFile(part, from.valueOf(), `${stem}-${sounds.length}.wav`));
  }
  return sounds;
}

async function soundFile(part: SoundPart, start: number, path: string): Promise<VoiceSound> {
  const wav = wavOf(part.samples);
  await writeFile(path, wav);
  return {
    path,
    hash: createHash('sha256').update(wav).digest('hex'),
    from: start + part.from,
    seconds: part.samples.length / SPEECH_RATE,
  };
}
