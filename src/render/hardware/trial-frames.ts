import { clearColourTags } from '../av/video/colour-tags.ts';
import { VideoDecoder } from '../av/video/video-decoder.ts';
import { Input } from '../av/input/input.ts';
import { createVideoFrame, type VideoFrame, type Plane, planesOf } from '../av/video/video-frame.ts';

/** More than an encoder holds back before it gives its first packet. */
export const TRIAL_FRAMES = 12;

/** The left and the right half of the pictures: no plane is like another one, nor one half like the other. */
const HALVES = { y: [60, 180], u: [100, 150], v: [160, 90] } as const;
/** What the worst quality may make of it. */
const TOLERANCE = 15;
/** What pictures say of their colours. */
const TAGS = ['colorRange', 'colorSpace', 'colorPrimaries', 'colorTrc'] as const;

/** A picture to try an encoder with, freed by the caller. @param width, height in pixels, even. */
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
 * What is wrong with an MP4 file that was encoded of trial pictures: with what is seen, how it is tagged or how many there are.
 *
 * @returns nothing when the pictures are those that were encoded.
 */
export async function findTrialFault(path: string): Promise<string | undefined> {
  using input = await Input.open(path, 'mov');
  if (!input.video) return 'the file has no pictures';
  // Those of the container are ours; a player may go by those of the encoder.
  clearColourTags(input.video);
  using decoder = new VideoDecoder(input, input.video);
  let count = 0;
  for (let frame = await decoder.next(); frame; frame = await decoder.next(), count++) {
    const fault = findWrongSamples(frame) ?? findWrongTags(frame);
    frame.free();
    if (fault) return fault;
  }
  return count === TRIAL_FRAMES ? undefined : `${count} of ${TRIAL_FRAMES} pictures came out`;
}

function findWrongSamples(frame: VideoFrame): string | undefined {
  const planes = planesOf(frame);
  for (const [name, halves] of Object.entries(HALVES)) {
    const [{ data, stride }, columns, rows] = planeOf(planes, name as keyof typeof HALVES);
    const row = Math.floor(rows / 2) * stride;
    const found = [1, 3].map((quarter) => data[row + Math.floor((quarter * columns) / 4)] ?? 0);
    if (found.some((sample, half) => Math.abs(sample - (halves[half] ?? 0)) > TOLERANCE))
      return `the halves have ${found.join(' and ')} for ${name} instead of ${halves.join(' and ')}`;
  }
  return undefined;
}

function findWrongTags(frame: VideoFrame): string | undefined {
  using expected = createVideoFrame(2, 2);
  const wrong = TAGS.filter((tag) => frame[tag] !== expected[tag]);
  if (wrong.length === 0) return undefined;
  return `the pictures have ${wrong.map((tag) => `${frame[tag]} instead of ${expected[tag]} for ${tag}`).join(', ')}`;
}

/** A plane, its columns and its rows. */
function planeOf(planes: ReturnType<typeof planesOf>, name: keyof typeof HALVES): [Plane, number, number] {
  const each = name === 'y' ? 1 : 2;
  return [planes[name], planes.width / each, planes.height / each];
}
