import { parseSeconds } from '../../base/time.ts';
import type { AudioTrack, AvMedia, Media, NumberedAudioTrack, StreamLocation, VideoTrack } from './media.ts';
import type { SourceFile } from './source-file.ts';

/** A track without its file, as plain JSON. Its times are fractions as text. */
type KnownTrack<Track extends VideoTrack | AudioTrack> = Omit<Track, 'location' | 'duration'> & {
  readonly location: Omit<StreamLocation, 'file' | 'start'> & { readonly start: string };
  readonly duration?: string;
};

/** The facts about a file with video, audio or both, as plain JSON. A process that has them need not probe it. */
export interface KnownMedia extends Facts {
  readonly video?: KnownTrack<VideoTrack>;
  readonly audio?: KnownTrack<AudioTrack>;
  readonly audioTracks?: readonly KnownTrack<NumberedAudioTrack>[];
}

/**
 * Describes a file for another process. Returns undefined if that process needs the whole file: it is no video and no
 * sound, or its pictures were prepared.
 */
export function describeKnown(media: Media | undefined, file: SourceFile): KnownMedia | undefined {
  if (media?.kind !== 'av') return undefined;
  const video = media.video && describeTrack(media.video, file);
  const audio = media.audio && describeTrack(media.audio, file);
  const audioTracks = media.audioTracks?.flatMap((track) => describeTrack(track, file) ?? []);
  if ((media.video && !video) || (media.audio && !audio)) return undefined;
  return {
    ...(video && { video }),
    ...(audio && { audio }),
    ...(audioTracks && { audioTracks }),
    ...pickFacts(media),
  };
}

/** Describes the files that another process can read without the whole file, by their URLs. */
export function describeKnownFiles(
  files: Readonly<Record<string, SourceFile>>,
  media: ReadonlyMap<string, Media>,
): Readonly<Record<string, KnownMedia>> {
  const described = Object.entries(files).flatMap(([url, file]) => {
    const known = describeKnown(media.get(url), file);
    return known ? [[url, known] as const] : [];
  });
  return Object.fromEntries(described);
}

/** The facts that are plain JSON already. */
type Facts = Pick<AvMedia, 'silences' | 'subjects' | 'notes' | 'soundNote'>;

function pickFacts({ silences, subjects, notes, soundNote }: Facts): Facts {
  return {
    ...(silences && { silences }),
    ...(subjects && { subjects }),
    ...(notes && { notes }),
    ...(soundNote !== undefined && { soundNote }),
  };
}

/** Returns the media of a file that another process has described. */
export function restoreKnown({ video, audio, audioTracks, ...facts }: KnownMedia, file: SourceFile): AvMedia {
  return {
    kind: 'av',
    ...(video && { video: restoreTrack(video, file) }),
    ...(audio && { audio: restoreTrack(audio, file) }),
    ...(audioTracks && { audioTracks: audioTracks.map((track) => restoreTrack(track, file)) }),
    ...facts,
  };
}

/** Describes a track. Returns undefined if it is in another file than the given one. */
function describeTrack<Track extends VideoTrack | AudioTrack>(
  { location: { file, start, ...location }, duration, ...track }: Track,
  given: SourceFile,
) {
  if (file !== given) return undefined;
  return {
    ...track,
    location: { ...location, start: start.toFraction() },
    ...(duration && { duration: duration.toFraction() }),
  };
}

function restoreTrack<Rest extends object>(
  { location, duration, ...track }: Rest & Pick<KnownTrack<AudioTrack>, 'location' | 'duration'>,
  file: SourceFile,
) {
  return {
    ...track,
    location: { ...location, file, start: parseSeconds(location.start) },
    ...(duration !== undefined && { duration: parseSeconds(duration) }),
  };
}
