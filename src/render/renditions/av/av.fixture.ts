import { AV_PKT_FLAG_KEY, AVMEDIA_TYPE_AUDIO, AVMEDIA_TYPE_VIDEO, Packet } from 'node-av';
import { type ClipOptions, makeClip, paintNumber, readNumber } from '../../../../test/media/clips.ts';
import { createMediaFolder } from '../../../../test/media/render-edit.ts';
import { SAMPLE_RATE, ZERO } from '../../../base/time.ts';
import type { RenditionTransformation } from '../../../ingest/model.ts';
import { Input, streamTime } from '../../av/input/input.ts';
import { AudioReader } from '../../av/sound/audio-reader.ts';
import { VideoDecoder } from '../../av/video/video-decoder.ts';
import { type Planes, planesOf } from '../../av/video/video-frame.ts';
import type { AvMedia } from '../../media/media.ts';
import { inspectFile } from '../../probe/inspect-file.ts';
import { probe } from '../../probe/probe.ts';
import { makeFile } from '../make-file.fixture.ts';
import type { RenditionFile } from '../rendition.ts';

/** A stream as ffprobe describes it. */
export type StreamReport = Readonly<Record<string, unknown>>;

/** Describes the streams of a file: the video, the sound. */
export async function describeStreams(
  path: string,
): Promise<{ readonly video: StreamReport | undefined; readonly audio: StreamReport | undefined }> {
  const report = await inspectFile(path, { filename: 'file', displayName: 'The file' });
  const streams = report.streams as readonly StreamReport[];
  const find = (type: string): StreamReport | undefined => streams.find((one) => one['codec_type'] === type);
  return { video: find('video'), audio: find('audio') };
}

async function probeFile(path: string): Promise<AvMedia> {
  const media = await probe(path);
  if (media.kind !== 'av') throw new Error('This file is neither a video nor a sound.');
  return media;
}

/** Decodes a file of any format and returns the result of `read` for each of its frames. */
export async function mapPictures<Value>(
  path: string,
  read: (planes: Planes, seconds: number) => Value,
): Promise<Value[]> {
  const { video } = await probeFile(path);
  if (!video) return [];
  using input = await Input.open(path, video.location.demuxer);
  const stream = input.getStream(video.location.stream);
  using decoder = new VideoDecoder(input, stream);
  const values: Value[] = [];
  for (let frame = await decoder.next(); frame; frame = await decoder.next()) {
    values.push(read(planesOf(frame), streamTime(stream, frame.bestEffortTimestamp).valueOf()));
    frame.free();
  }
  return values;
}

/** Decodes the sound of a file of any format, as the left channel at 48 kHz from source second 0. */
export async function readLeft(path: string): Promise<Float32Array> {
  const { audio } = await probeFile(path);
  if (!audio?.duration) return new Float32Array();
  using reader = await AudioReader.open(audio.location, ZERO);
  const { left } = await reader.read(Math.round(audio.duration.valueOf() * SAMPLE_RATE));
  return left;
}

/** A packet of a file. */
export interface PacketReport {
  /** Seconds on the clock of the file. */
  readonly time: number;
  readonly isKey: boolean;
  readonly data: Buffer;
}

/** Lists the packets of the video or the sound of a file in the order of their times. */
export async function listPackets(path: string, kind: 'video' | 'audio'): Promise<readonly PacketReport[]> {
  const { video, audio } = await probeFile(path);
  const demuxer = (video ?? audio)?.location.demuxer ?? '';
  using input = await Input.open(path, demuxer);
  const type = kind === 'video' ? AVMEDIA_TYPE_VIDEO : AVMEDIA_TYPE_AUDIO;
  const stream = input.getStream(input.format.findBestStream(type));
  using packet = new Packet();
  packet.alloc();
  const packets: PacketReport[] = [];
  while ((await input.read(packet)) >= 0) {
    if (packet.streamIndex === stream.index)
      packets.push({
        time: streamTime(stream, packet.pts).valueOf(),
        isKey: (packet.flags & AV_PKT_FLAG_KEY) !== 0,
        data: Buffer.from(packet.data ?? []),
      });
    packet.unref();
  }
  return packets.toSorted((one, other) => one.time - other.time);
}

/** Measures the frequency of a tone by its zero crossings, in hertz, between two seconds. */
export function measureFrequency(samples: Float32Array, from: number, to: number): number {
  const [first, last] = [Math.round(from * SAMPLE_RATE), Math.round(to * SAMPLE_RATE)];
  let crossings = 0;
  for (let at = first + 1; at < last; at++)
    if ((samples[at - 1] ?? 0) < 0 && (samples[at] ?? 0) >= 0) crossings++;
  return crossings / (to - from);
}

/** Returns the second of the first sample that is louder than a tenth of full scale. */
export function findOnset(samples: Float32Array): number {
  return samples.findIndex((sample) => Math.abs(sample) > 0.1) / SAMPLE_RATE;
}

/** Returns the numbers of the frames of a rendition, as `paintNumber` has painted them. */
export function numbersOf({ path }: RenditionFile): Promise<number[]> {
  return mapPictures(path, readNumber);
}

/** A temporary folder with clips and their renditions. */
export interface AvFolder extends AsyncDisposable {
  /** Returns the path of a file in the folder. */
  path(name: string): string;
  /** Makes a rendition of a file in the folder. */
  convert(source: string, transformation: RenditionTransformation): Promise<RenditionFile>;
  /**
   * Writes a clip of 160x90 pixels with numbered frames at 30 fps.
   *
   * @param options `seconds`: the length of its sound, by default a tone of 1000 Hz. Default: no sound.
   */
  writeClip(
    name: string,
    frames: number,
    options?: Partial<ClipOptions> & { readonly seconds?: number },
  ): Promise<void>;
}

/** Creates a folder for a test. */
export async function createAvFolder(): Promise<AvFolder> {
  const folder = await createMediaFolder();
  let count = 0;
  return {
    ...folder,
    convert(source, transformation) {
      const to = { folder: folder.path(''), name: `rendition-${(count += 1)}` };
      return makeFile({ path: folder.path(source), transformation, to });
    },
    writeClip: (name, frames, { seconds = 0, sound, ...options } = {}) =>
      makeClip(folder.path(name), {
        width: 160,
        height: 90,
        clock: 30,
        paint: paintNumber,
        ticks: Array.from({ length: frames }, (_, index) => index),
        ...options,
        ...(seconds > 0 && {
          sound: {
            samples: seconds * SAMPLE_RATE,
            wave: (index) => 0.5 * Math.sin((2 * Math.PI * 1000 * index) / SAMPLE_RATE),
            ...sound,
          },
        }),
      }),
  };
}
