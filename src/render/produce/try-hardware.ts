import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Edit } from '../../edit/index.ts';
import { Decoder } from '../av/decoder.ts';
import { HardwareFailed } from '../av/hardware-encoder.ts';
import { Input } from '../av/input.ts';
import { blankPicture, type Picture, planesOf } from '../av/picture.ts';
import { openOutput } from '../encode/open-output.ts';
import type { HardwareName } from '../media/hardware.ts';
import { outputShape } from '../resolve/output-shape.ts';

/** Find out whether a kind of hardware encodes here what an edit asks for. */
export interface HardwareTask {
  readonly kind: 'hardware';
  /** None. */
  readonly files: Readonly<Record<string, never>>;
  readonly hardware: HardwareName;
  readonly output: Edit['output'];
  /** A folder for temporary files. */
  readonly folder: string;
}

/** More than an encoder holds back before it gives its first packet. */
const FRAMES = 12;
/** Luma of the left and of the right half of the pictures. */
const HALVES = [60, 180] as const;
/** What the worst quality may make of it. */
const NEARLY = 20;

/**
 * Encodes a few pictures at the size and rate of an output, and looks whether they come out as they went in.
 *
 * @returns why this hardware does not do, for the operator; `undefined` when it does.
 */
export async function tryHardware({
  hardware,
  output,
  folder,
}: Omit<HardwareTask, 'kind' | 'files'>): Promise<string | undefined> {
  const path = join(folder, `${hardware}.mp4`);
  try {
    await encode(path, hardware, output);
    return await fault(path);
  } catch (error) {
    if (!(error instanceof HardwareFailed)) throw error;
    return error.cause instanceof Error ? error.cause.message : error.message;
  } finally {
    await rm(path, { force: true });
  }
}

async function encode(path: string, encoder: HardwareName, wanted: Edit['output']): Promise<void> {
  const { rate, output } = outputShape(wanted);
  const { quality = 'medium' } = wanted;
  await using file = await openOutput('mp4', path, {
    ...output,
    rate,
    quality,
    encoder,
    sound: false,
    repeat: false,
  });
  for (let index = 0; index < FRAMES; index++) await file.picture(halves(output.width, output.height), index);
  await file.finish();
}

/** A dark half and a bright one, freed by the caller. */
function halves(width: number, height: number): Picture {
  const picture = blankPicture(width, height);
  const { y, u, v } = planesOf(picture);
  for (let row = 0; row < height; row++) {
    y.data.fill(HALVES[0], row * y.stride, row * y.stride + width / 2);
    y.data.fill(HALVES[1], row * y.stride + width / 2, row * y.stride + width);
  }
  u.data.fill(128);
  v.data.fill(128);
  return picture;
}

/** What is wrong with the pictures of a file; nothing when they are those that were encoded. */
async function fault(path: string): Promise<string | undefined> {
  using input = await Input.open(path, 'mov');
  if (!input.video) return 'the file has no pictures';
  using decoder = new Decoder(input, input.video);
  let count = 0;
  for (let frame = await decoder.next(); frame; frame = await decoder.next(), count++) {
    const { y, width, height } = planesOf(frame);
    const row = Math.floor(height / 2) * y.stride;
    const seen = [1, 3].map((quarter) => y.data[row + Math.floor((quarter * width) / 4)] ?? 0);
    frame.free();
    if (seen.some((luma, half) => Math.abs(luma - (HALVES[half] ?? 0)) > NEARLY))
      return `the halves have a luma of ${seen.join(' and ')}`;
  }
  return count === FRAMES ? undefined : `${count} of ${FRAMES} pictures came out`;
}
