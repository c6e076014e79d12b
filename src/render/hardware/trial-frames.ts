import { clearColourTags } from '../av/video/colour-tags.ts';
import { VideoDecoder } from '../av/video/video-decoder.ts';
import { Input } from '../av/input/input.ts';
import { createVideoFrame, type VideoFrame, type Plane, planesOf } from '../av/video/video-frame.ts';

/** Number of trial frames: more than an encoder buffers before its first packet. */
export const TRIAL_FRAMES = 12;

/**
 * The sample values of the left and the right half of each plane. All values differ, so that the check
 * detects swapped planes or halves.
 */
const HALVES = { y: [60, 180], u: [100, 150], v: [160, 90] } as const;
/** Maximum error of a sample. Even an encoding at the lowest quality has smaller errors. */
const TOLERANCE = 15;
/** The colour tags of a frame. */
const TAGS = ['colorRange', 'colorSpace', 'colorPrimaries', 'colorTrc'] as const;

/**
 * Creates a frame to try an encoder with. The caller frees it.
 *
 * @param width width in pixels, even.
 * @param height height in pixels, even.
 */
export function createTrialFrame(width: number, height: number): VideoFrame {
  const frame = createVideoFrame(width, height);
  const planes = planesOf(frame);
  for (const [name, [left, right]] of Object.entries(HALVES)) {
    const [{ data, stride }, columns, rows] = planeOf(planes, name as keyof typeof HALVES);
    for (let row = 0; row < rows; row++) {
      const middle = row * stride + Math.floor(columns / 2);
      data.fill(left, row * stride, middle);
      data.fill(right, middle, row * stride + columns);
    }
  }
  return frame;
}

/**
 * Checks an MP4 file of trial frames: their samples, their colour tags and their number.
 *
 * @returns the first fault, or undefined if there is none.
 */
export async function findTrialFault(path: string): Promise<string | undefined> {
  using input = await Input.open(path, 'mov');
  if (!input.video) return 'the file has no video';
  // Kinora itself writes the colour tags of the container. Clear these tags, so that the check sees the tags
  // that the encoder writes to the video stream. Some players prefer the tags of the stream.
  clearColourTags(input.video);
  using decoder = new VideoDecoder(input, input.video);
  let count = 0;
  for (let frame = await decoder.next(); frame; frame = await decoder.next(), count++) {
    const fault = findWrongSamples(frame) ?? findWrongTags(frame);
    frame.free();
    if (fault) return fault;
  }
  return count === TRIAL_FRAMES ? undefined : `the file has ${count} frames instead of ${TRIAL_FRAMES}`;
}

function findWrongSamples(frame: VideoFrame): string | undefined {
  const planes = planesOf(frame);
  for (const [name, halves] of Object.entries(HALVES)) {
    const [{ data, stride }, columns, rows] = planeOf(planes, name as keyof typeof HALVES);
    const row = Math.floor(rows / 2) * stride;
    const found = [1, 3].map((quarter) => data[row + Math.floor((quarter * columns) / 4)] ?? 0);
    if (found.some((sample, half) => Math.abs(sample - (halves[half] ?? 0)) > TOLERANCE))
      return `the halves of ${name} are ${found.join(' and ')} instead of ${halves.join(' and ')}`;
  }
  return undefined;
}

function findWrongTags(frame: VideoFrame): string | undefined {
  using expected = createVideoFrame(2, 2);
  const wrong = TAGS.filter((tag) => frame[tag] !== expected[tag]);
  if (wrong.length === 0) return undefined;
  return `the frames have ${wrong.map((tag) => `${frame[tag]} instead of ${expected[tag]} for ${tag}`).join(', ')}`;
}

/** Returns a plane with the number of its columns and rows. */
function planeOf(planes: ReturnType<typeof planesOf>, name: keyof typeof HALVES): [Plane, number, number] {
  const each = name === 'y' ? 1 : 2;
  return [planes[name], planes.width / each, planes.height / each];
}
