import { SAMPLE_RATE } from '../../src/base/time.ts';
import { AudioReader } from '../../src/render/av/sound/audio-reader.ts';
import { VideoDecoder } from '../../src/render/av/video/video-decoder.ts';
import { Input, streamTime } from '../../src/render/av/input/input.ts';
import { type Planes, planesOf } from '../../src/render/av/video/video-frame.ts';
import { probeAv } from '../../src/render/av/input/probe-av.ts';
import type { Stereo } from '../../src/render/media/stereo.ts';

/** Decodes an MP4 and returns the result of `read` for each frame, in order. */
export async function mapFrames<Value>(
  path: string,
  read: (planes: Planes, seconds: number) => Value,
): Promise<Value[]> {
  using input = await Input.open(path, 'mov');
  const stream = input.video;
  if (!stream) return [];
  using decoder = new VideoDecoder(input, stream);
  const values: Value[] = [];
  for (let frame = await decoder.next(); frame; frame = await decoder.next()) {
    values.push(read(planesOf(frame), streamTime(stream, frame.bestEffortTimestamp).valueOf()));
    frame.free();
  }
  return values;
}

/**
 * Decodes the whole sound of a video. Returns undefined if it has none.
 *
 * @param demuxer FFmpeg's name of the container. By default that of an MP4.
 */
export async function decodeSound(path: string, demuxer = 'mov'): Promise<Stereo | undefined> {
  const { audio } = await probeAv(path, demuxer);
  if (!audio?.duration) return undefined;
  using reader = await AudioReader.open(audio.location, audio.duration.mul(0));
  return await reader.read(Math.round(audio.duration.valueOf() * SAMPLE_RATE));
}

/** Returns the mean colour of a rectangle as RGB from 0 to 255. The frame is BT.709 in limited range. */
export function meanColour(planes: Planes, x: number, y: number, width: number, height: number): number[] {
  const [luma, blue, red] = [
    mean(planes.y, x, y, width, height),
    mean(planes.u, x / 2, y / 2, width / 2, height / 2),
    mean(planes.v, x / 2, y / 2, width / 2, height / 2),
  ];
  const grey = (255 / 219) * (luma - 16);
  const [b, r] = [(255 / 224) * (blue - 128), (255 / 224) * (red - 128)];
  return [grey + 1.5748 * r, grey - 0.1873 * b - 0.4681 * r, grey + 1.8556 * b];
}

function mean(plane: Planes['y'], x: number, y: number, width: number, height: number): number {
  let sum = 0;
  for (let row = y; row < y + height; row++) {
    for (let column = x; column < x + width; column++) sum += plane.data[row * plane.stride + column] ?? 0;
  }
  return sum / width / height;
}
