import { join } from 'node:path';
import { KinoraError } from '../../base/errors.ts';
import { redactUrl } from '../../base/redact-url.ts';
import { type Seconds, ZERO } from '../../base/time.ts';
import {
  clipPathOf,
  cutSilenceOf,
  cutsWords,
  type Dialect,
  type Edit,
  formatPath,
  listSources,
  listSpeechSources,
  resolveTimes,
  type SpeechSource,
} from '../../edit/model.ts';
import { MediaError } from '../av/check.ts';
import type { MeasuredMedia, MeasuredTrack } from '../media/measured-media.ts';
import type { AudioTrack, StreamLocation, Media } from '../media/media.ts';
import { type SourceFile, RemoteReadError } from '../media/source-file.ts';
import type { SourceProber } from '../probe/probe-sources.ts';
import { sniff } from '../probe/sniff.ts';
import { autoLength } from '../resolve/dry-run.ts';
import { endOfCues } from '../resolve/captions/cue-timing.ts';
import { normalizeEdit } from '../resolve/dialect.ts';
import { playedUpTo } from '../resolve/playback.ts';
import { MAX_SPEECH_LENGTH, type PlayedPart, type SpeechSound, writeSounds } from './write-sounds.ts';

/** Speech to transcribe for captions. Plain JSON. */
export interface SpeechTrack {
  /** The `src` of the captions. */
  readonly src: string;
  /** The field of the first captions with this `src`. */
  readonly field: string;
  /** The consecutive sounds that the speech is split into. Empty if the clip plays nothing of its file. */
  readonly sounds: readonly SpeechSound[];
}

/** The input for extracting the speech of an edit. */
export interface ExtractSpeechJob {
  readonly edit: Edit;
  readonly dialect: Dialect;
  /** The `src` of the captions whose speech is extracted. */
  readonly captions: readonly string[];
  /** The file of each source URL. */
  readonly files: Readonly<Record<string, SourceFile>>;
  /** Probes these files, each at most once per render. */
  readonly prober: SourceProber;
  /** Folder for the sounds. */
  readonly folder: string;
}

/**
 * Extracts the speech for the captions of an edit. If captions name a clip by its alias, extracts the part
 * that the clip plays. If captions name a media file, extracts all of its sound.
 *
 * @param onRead called regularly while a sound is read.
 * @throws {KinoraError} with the field: `asset_not_media` if there is no sound or if the sound cannot be
 *   decoded, `validation_failed` if the sound is too long.
 * @throws {RemoteReadError} if the bytes of a file are unavailable.
 */
export async function extractSpeech(job: ExtractSpeechJob, onRead: () => void): Promise<SpeechTrack[]> {
  const tracks: SpeechTrack[] = [];
  const sources = listSpeechSources(job.edit).filter(({ src }) => job.captions.includes(src));
  const partOf = await findPlayedParts(job, sources);
  for (const source of sources) {
    const { src, field, url, clip } = source;
    try {
      if (!clip && (await sniff(job.files[url] ?? '')).kind !== 'av') continue;
      const { location, duration } = await probeSound(job.prober, source);
      const stem = join(job.folder, `speech-${tracks.length}`);
      const sounds = await writeSounds(await fetchWhole(location), partOf(source, duration), stem, onRead);
      tracks.push({ src, field, sounds });
    } catch (error) {
      if (error instanceof RemoteReadError)
        throw new RemoteReadError(error.code, `${field}: ${error.message}`);
      if (!(error instanceof MediaError)) throw error;
      const message = `${field}: the sound of ${redactUrl(url)} is damaged: it cannot be decoded.`;
      throw new KinoraError('asset_not_media', message, { cause: error });
    }
  }
  return tracks;
}

async function probeSound(
  prober: SourceProber,
  { field, url, clip, isForWords }: SpeechSource,
): Promise<AudioTrack> {
  const shown = redactUrl(url);
  try {
    const media = await prober.probe(url);
    if ('audio' in media && media.audio) return media.audio;
  } catch (error) {
    if (!(error instanceof KinoraError)) throw error;
    throw new KinoraError(error.code, `${field}: ${shown} ${error.message}.`, { cause: error });
  }
  if (isForWords)
    throw new KinoraError('asset_not_media', `${field}: ${shown} has no sound whose words could be found.`);
  const named = clip ? `refers to ${formatPath(clipPathOf(clip))}, but ` : '';
  throw new KinoraError('asset_not_media', `${field}: ${named}${shown} has no sound to make captions from.`);
}

/**
 * Returns a function that finds which part of its file a speech source plays. If captions name a clip,
 * measures all media first, because the length of a clip can depend on any of them.
 */
async function findPlayedParts(
  { edit, dialect, prober }: ExtractSpeechJob,
  sources: readonly SpeechSource[],
): Promise<(source: SpeechSource, duration: Seconds | undefined) => PlayedPart> {
  const { playbackOf } = normalizeEdit(edit, dialect);
  const hasAlias = sources.some(({ clip }) => clip);
  const measured = hasAlias ? await measureMedia(edit, prober) : {};
  const times = hasAlias
    ? resolveTimes(edit, (location) => autoLength(location, measured, playbackOf(location.clip)))
    : undefined;
  return ({ clip: location, field }, duration) => {
    const part = location ? playedPart(location, times?.of(location).length) : { from: ZERO, to: undefined };
    const to = part.to && duration?.gt(part.to) !== false ? part.to : duration;
    if ((to ?? MAX_SPEECH_LENGTH).sub(part.from).gt(MAX_SPEECH_LENGTH)) throw tooLongError(field);
    return { from: part.from, to };
  };

  function playedPart({ clip }: NonNullable<SpeechSource['clip']>, length: Seconds | undefined): PlayedPart {
    const playback = playbackOf(clip);
    const { trim } = playback;
    // The silences and words that are cut out are not known yet, so the clip may reach the end of its file.
    const isCut = cutSilenceOf(clip.asset) !== undefined || cutsWords(clip.asset);
    return { from: trim, to: isCut ? undefined : length && trim.add(playedUpTo(playback, length)) };
  }
}

/** Measures all readable media. An unreadable file fails the render later, with a better error. */
async function measureMedia(edit: Edit, prober: SourceProber): Promise<Record<string, MeasuredMedia>> {
  const urls = new Set(listSources(edit).flatMap(({ kind, url }) => (kind === 'font' ? [] : [url])));
  const measured: Record<string, MeasuredMedia> = {};
  const probes = await Promise.allSettled(
    [...urls].map(async (url) => ({ url, media: await prober.probe(url) })),
  );
  for (const probe of probes) {
    if (probe.status === 'fulfilled') measured[probe.value.url] = toMeasured(probe.value.media);
    else if (!(probe.reason instanceof KinoraError || probe.reason instanceof RemoteReadError))
      throw probe.reason;
  }
  return measured;
}

function toMeasured(media: Media): MeasuredMedia {
  const { kind } = media;
  if (media.kind === 'subtitles')
    return { kind, subtitles: toMeasuredTrack({ duration: endOfCues(media.cues) }) };
  if (media.kind === 'lottie') return { kind, video: toMeasuredTrack(media) };
  if (media.kind !== 'av' && media.kind !== 'animation') return { kind };
  const { video, audio } = media;
  return {
    kind,
    ...(video && { video: toMeasuredTrack(video) }),
    ...(audio && { audio: toMeasuredTrack(audio) }),
  };
}

function toMeasuredTrack({ duration }: { readonly duration?: Seconds }): MeasuredTrack {
  return duration ? { duration: duration.toFraction() } : {};
}

function tooLongError(field: string): KinoraError {
  return new KinoraError(
    'validation_failed',
    `${field}: the speech for captions must be at most ${MAX_SPEECH_LENGTH.div(3600).valueOf()} hours long.`,
  );
}

/** Fetches the whole file of a stream: most of it is read, and some formats are read from the start. */
async function fetchWhole(location: StreamLocation): Promise<StreamLocation> {
  const { file } = location;
  return typeof file === 'string' ? location : { ...location, file: await file.fetchAll() };
}
