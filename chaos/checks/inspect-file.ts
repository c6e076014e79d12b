import sharp from 'sharp';
import { probeAv } from '../../src/render/av/input/probe-av.ts';
import { mapFrames, meanColour } from '../../test/media/decode-output.ts';
import type { ExpectedFile } from '../clients/order.ts';

/** Facts about a file, found by decoding it. */
interface FileFacts {
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly seconds?: number | undefined;
  /** Mean colour near the top left corner, of the first frame. */
  readonly colour?: readonly number[] | undefined;
  readonly hasSound?: boolean;
}

/** Pixels of the square that is looked at. */
const CORNER = 8;
/** The largest difference of a channel. Encoders change colours a little. */
const TOLERANCE = 14;

/** Decodes a file. @throws if it is not of the format. */
async function inspectFile(path: string, format: ExpectedFile['format']): Promise<FileFacts> {
  switch (format) {
    case 'mp3': {
      const { audio } = await probeAv(path, 'mp3');
      return { seconds: audio?.duration?.valueOf(), hasSound: audio !== undefined };
    }
    case 'mp4': {
      const { video, audio } = await probeAv(path, 'mov');
      // Decodes all frames, so that a broken one is found.
      const colours = await mapFrames(path, (planes) => meanColour(planes, 2, 2, CORNER, CORNER));
      return {
        width: video?.width,
        height: video?.height,
        seconds: video?.duration?.valueOf(),
        colour: colours[0],
        hasSound: audio !== undefined,
      };
    }
    case 'png':
    case 'jpg':
    case 'gif':
      return await inspectPicture(path, format);
  }
}

async function inspectPicture(path: string, format: 'png' | 'jpg' | 'gif'): Promise<FileFacts> {
  const picture = sharp(path, { failOn: 'warning' });
  const metadata = await picture.metadata();
  if (metadata.format !== (format === 'jpg' ? 'jpeg' : format))
    throw new Error(`It is a ${metadata.format}.`);
  const { data, info } = await picture
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const sums = [0, 0, 0];
  for (let y = 0; y < CORNER; y++)
    for (let x = 0; x < CORNER; x++)
      for (let channel = 0; channel < 3; channel++)
        sums[channel] = (sums[channel] ?? 0) + (data[(y * info.width + x) * info.channels + channel] ?? 0);
  return { width: metadata.width, height: metadata.height, colour: sums.map((sum) => sum / CORNER ** 2) };
}

/** Compares a file with what it must be. Returns the differences, each as a sentence. */
export async function compareFile(path: string, expected: ExpectedFile): Promise<string[]> {
  let facts: FileFacts;
  try {
    facts = await inspectFile(path, expected.format);
  } catch (error) {
    return [`The ${expected.role} cannot be decoded as ${expected.format}: ${String(error)}`];
  }
  const { width, height, seconds, colour, sound } = expected;
  const wrong: string[] = [];
  const say = (what: string, is: unknown, mustBe: unknown): void =>
    void wrong.push(`The ${what} of the ${expected.role} is ${String(is)}, not ${String(mustBe)}.`);
  if (width !== undefined && facts.width !== width) say('width', facts.width, width);
  if (height !== undefined && facts.height !== height) say('height', facts.height, height);
  if (seconds !== undefined && !isWithin(facts.seconds, seconds)) say('duration', facts.seconds, seconds);
  if (colour !== undefined && !isNear(facts.colour, colour)) say('colour', facts.colour, colour);
  if (sound === true && facts.hasSound !== true) say('sound', 'missing', 'there');
  return wrong;
}

function isWithin(value: number | undefined, [low, high]: readonly [number, number]): boolean {
  return value !== undefined && value >= low && value <= high;
}

function isNear(found: readonly number[] | undefined, expected: readonly number[]): boolean {
  return expected.every((channel, index) => Math.abs((found?.[index] ?? -999) - channel) <= TOLERANCE);
}
