import { open, rename, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { Rate, Seconds } from '../../../base/time.ts';
import type { HlsStreamSettings } from '../output-file.ts';
import { type ByteSpan, FragmentReader, readSpan } from './fragments.ts';
import { countFragments, planHlsPictures, planHlsSound } from './hls-plan.ts';
import {
  type SegmentedMedia,
  type SegmentedVideo,
  writeMainPlaylist,
  writeStreamPlaylist,
} from './playlists.ts';

/** Milliseconds between two looks at the files that are being written. */
const LOOK_MS = 200;
/** Bits of a pixel of H.264 in the first list, whose exact bit rates are not known yet. */
const BITS_PER_PIXEL = 0.12;
/** Bits of a second of sound in the first list. */
const SOUND_BIT_RATE = 192_000;

/** A media file of an HLS that is being written. */
interface StreamedMedia {
  /** Its local file. */
  readonly media: string;
  /** The local file of its list of segments. */
  readonly playlist: string;
  readonly codec: string;
}

/** The media of an HLS, as its output opened it. */
export interface HlsMedia {
  /** The local file of the main list. */
  readonly path: string;
  readonly rate: Rate;
  readonly videos: readonly (StreamedMedia & { readonly width: number; readonly height: number })[];
  readonly sound: StreamedMedia | undefined;
}

/**
 * The files with which players watch an HLS while it is made: complete lists from the beginning, and a copy of each
 * segment as soon as it is written. They are the segments of the finished HLS, byte by byte. A file appears in the
 * folder when it is complete. The reader may move it elsewhere.
 */
export class HlsStream {
  private readonly folder: string;
  private readonly tracks: readonly StreamedTrack[];
  private lookedAt = performance.now();

  private constructor(folder: string, tracks: readonly StreamedTrack[]) {
    this.folder = folder;
    this.tracks = tracks;
  }

  /** Writes the lists, the main list last. */
  static async open(media: HlsMedia, { folder, frames, samples }: HlsStreamSettings): Promise<HlsStream> {
    const { path, rate } = media;
    const pictures = planHlsPictures(frames, rate);
    const videos = media.videos.map((video) => ({
      ...describe(video, pictures, BITS_PER_PIXEL * video.width * video.height * rate.valueOf()),
      ...{ width: video.width, height: video.height, rate },
    })) satisfies SegmentedVideo[];
    const heard = planHlsSound(samples, rate);
    const sound = media.sound && describe(media.sound, heard, SOUND_BIT_RATE);
    const listed = [
      ...media.videos.map((video) => ({ ...video, lengths: pictures, count: countFragments })),
      ...(media.sound ? [{ ...media.sound, lengths: heard, count: () => 1 }] : []),
    ];
    for (const { media: file, playlist, lengths } of listed)
      await place(
        folder,
        basename(playlist),
        writeStreamPlaylist(lengths, (piece) => namePiece(file, piece)),
      );
    await place(folder, basename(path), writeMainPlaylist(videos, sound));
    return new HlsStream(
      folder,
      listed.map(({ media: file, count }) => new StreamedTrack(file, count)),
    );
  }

  /** Copies the segments that were written since the last time. Does nothing if that is not long ago. */
  async follow(): Promise<void> {
    if (performance.now() - this.lookedAt < LOOK_MS) return;
    for (const track of this.tracks) await track.follow(this.folder, false);
    this.lookedAt = performance.now();
  }

  /** Copies the segments that remain. Call it when all files are complete. */
  async finish(): Promise<void> {
    for (const track of this.tracks) await track.follow(this.folder, true);
  }
}

/** A media file whose segments are copied while it is written. */
class StreamedTrack {
  private readonly media: string;
  private readonly count: (segment: number) => number;
  private readonly reader: FragmentReader;
  /** Number of copied segments, and of their fragments. */
  private segments = 0;
  private fragments = 0;

  /** @param count returns the number of fragments in a segment. */
  constructor(media: string, count: (segment: number) => number) {
    this.media = media;
    this.count = count;
    this.reader = new FragmentReader(media);
  }

  /** @param isComplete true if the last segment may have fewer fragments. */
  async follow(folder: string, isComplete: boolean): Promise<void> {
    const { header, fragments } = await this.reader.read();
    if (fragments.length > 0 && this.segments === 0) await this.copy(folder, 'init', header);
    for (;;) {
      const next = fragments.slice(this.fragments, this.fragments + this.count(this.segments));
      const [first] = next;
      const last = next.at(-1);
      if (!first || !last || (next.length < this.count(this.segments) && !isComplete)) return;
      const { offset } = first;
      await this.copy(folder, this.segments, { offset, bytes: last.offset + last.bytes - offset });
      this.segments += 1;
      this.fragments += next.length;
    }
  }

  private async copy(folder: string, piece: number | 'init', span: ByteSpan): Promise<void> {
    await using file = await open(this.media);
    await place(folder, namePiece(this.media, piece), await readSpan(file, span));
  }
}

/** Names a segment of a media file, or its header: `index-720p-0.mp4`. */
function namePiece(media: string, piece: number | 'init'): string {
  const ending = extname(media);
  return `${basename(media, ending)}-${piece}${ending}`;
}

function describe(
  { playlist, codec }: StreamedMedia,
  lengths: readonly Seconds[],
  bitRate: number,
): SegmentedMedia {
  const nowhere = { offset: 0, bytes: 0 };
  const segments = lengths.map((lasts) => ({ offset: 0, bytes: (bitRate * lasts.valueOf()) / 8, lasts }));
  return { playlist: basename(playlist), header: nowhere, segments, codec };
}

async function place(folder: string, name: string, content: string | Buffer): Promise<void> {
  const part = join(folder, `.${name}`);
  await writeFile(part, content);
  await rename(part, join(folder, name));
}
