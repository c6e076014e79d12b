import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { VideoFrame } from '../../av/video/video-frame.ts';
import type { Stereo } from '../../media/stereo.ts';
import { H264_THREADS } from '../mp4-output.ts';
import type { HlsSettings, OutputFile, OutputFileSettings } from '../output-file.ts';
import { MP4_QUALITY } from '../quality.ts';
import { HLS_SOUND_CODEC, HlsSound } from './hls-sound.ts';
import { HlsStream } from './hls-stream.ts';
import { HlsVideo } from './hls-video.ts';
import { type SegmentedMedia, writeMainPlaylist, writeMediaPlaylist } from './playlists.ts';

/** The paths of a media file and of its list of segments. */
interface PartPaths {
  readonly playlist: string;
  readonly media: string;
}

/** The files of an HLS that are being written. */
interface HlsParts {
  readonly videos: readonly { readonly paths: PartPaths; readonly video: HlsVideo }[];
  readonly sound: { readonly paths: PartPaths; readonly sound: HlsSound } | undefined;
  /** Shows it while it is being written. */
  readonly stream: HlsStream | undefined;
}

/**
 * Writes an HLS: a video in several sizes, the sound, and lists of their segments, which players choose from. Each
 * frame is scaled to all sizes. The segments of a file are parts of it, so that a long film has no more files than
 * a short one. The main list is written last.
 */
export class HlsOutput implements OutputFile {
  private readonly path: string;
  private readonly parts: HlsParts;

  private constructor(path: string, parts: HlsParts) {
    this.path = path;
    this.parts = parts;
  }

  /** @param path the local file of the main list. */
  static async open(path: string, settings: OutputFileSettings, hls: HlsSettings): Promise<HlsOutput> {
    const { rate, quality, encoder } = settings;
    const { crf, soundBitRate } = MP4_QUALITY[quality];
    const threads = H264_THREADS[encoder === 'few threads' ? 'few threads' : 'many threads'];
    await using opened = new AsyncDisposableStack();
    const videos: { paths: PartPaths; video: HlsVideo }[] = [];
    for (const [index, size] of hls.sizes.entries()) {
      const paths = findPaths(hls.parts, index);
      const video = opened.use(await HlsVideo.open(paths.media, { ...size, rate, crf, threads }));
      videos.push({ paths, video });
    }
    const paths = findPaths(hls.parts, hls.sizes.length);
    const sound = settings.hasSound
      ? { paths, sound: opened.use(await HlsSound.open(paths.media, soundBitRate, rate)) }
      : undefined;
    const shown = {
      path,
      rate,
      videos: videos.map(({ paths: own, video: { codec } }, index) => ({
        ...own,
        codec,
        width: hls.sizes[index]?.width ?? 0,
        height: hls.sizes[index]?.height ?? 0,
      })),
      sound: sound && { ...paths, codec: HLS_SOUND_CODEC },
    };
    const stream = hls.stream && (await HlsStream.open(shown, hls.stream));
    opened.move();
    return new HlsOutput(path, { videos, sound, stream });
  }

  async writeFrame(frame: VideoFrame, isRepeat: boolean): Promise<void> {
    try {
      await Promise.all(this.parts.videos.map(({ video }) => video.add(frame, isRepeat)));
    } finally {
      frame.free();
    }
    await this.parts.stream?.follow();
  }

  async writeSound(samples: Stereo): Promise<void> {
    await this.parts.sound?.sound.add(samples);
  }

  async finish(): Promise<void> {
    const videos = await Promise.all(
      this.parts.videos.map(async ({ video, paths: { playlist, media } }) => {
        const finished = await video.finish(basename(playlist));
        await writeFile(playlist, writeMediaPlaylist(finished, basename(media)));
        return finished;
      }),
    );
    const sound = await this.finishSound();
    await this.parts.stream?.finish();
    await writeFile(this.path, writeMainPlaylist(videos, sound));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { video } of this.parts.videos) await video[Symbol.asyncDispose]();
    await this.parts.sound?.sound[Symbol.asyncDispose]();
  }

  private async finishSound(): Promise<SegmentedMedia | undefined> {
    if (!this.parts.sound) return undefined;
    const { sound, paths } = this.parts.sound;
    const finished = await sound.finish(basename(paths.playlist));
    await writeFile(paths.playlist, writeMediaPlaylist(finished, basename(paths.media)));
    return finished;
  }
}

function findPaths(parts: readonly string[], index: number): PartPaths {
  const [playlist, media] = parts.slice(2 * index);
  if (playlist === undefined || media === undefined) throw new Error('The files of an HLS are incomplete.');
  return { playlist, media };
}
