import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { completeOutput, type Edit, outputShape } from '../../edit/model.ts';
import { openOutput } from '../encode/open-output.ts';
import { HardwareFailed, type HardwareName } from '../media/hardware.ts';
import { TRIAL_FRAMES, findTrialFault, createTrialFrame } from './trial-frames.ts';

/** The input for finding out if a kind of hardware can encode an output on this machine. */
interface HardwareTrial {
  readonly hardware: HardwareName;
  readonly output: Edit['output'];
  /** A folder for temporary files. */
  readonly folder: string;
}

/**
 * Encodes a few frames at the size and frame rate of an output, and compares the decoded frames with the
 * originals.
 *
 * @returns why this hardware is unusable, for the operator, or `null` if the hardware works.
 */
export async function tryHardware({ hardware, output, folder }: HardwareTrial): Promise<string | null> {
  const path = join(folder, `${hardware}.mp4`);
  try {
    await encode(path, hardware, output);
    return (await findTrialFault(path)) ?? null;
  } catch (error) {
    if (!(error instanceof HardwareFailed)) throw error;
    return error.cause instanceof Error ? error.cause.message : error.message;
  } finally {
    await rm(path, { force: true });
  }
}

async function encode(path: string, encoder: HardwareName, output: Edit['output']): Promise<void> {
  const { rate, outputSize } = outputShape(output);
  const { quality } = completeOutput(output);
  await using file = await openOutput('mp4', path, {
    ...outputSize,
    rate,
    quality,
    encoder,
    hasSound: false,
    loops: false,
  });
  for (let index = 0; index < TRIAL_FRAMES; index++)
    await file.writeFrame(createTrialFrame(outputSize.width, outputSize.height), false);
  await file.finish();
}
