import { join } from 'node:path';
import { findFlashes, FLASH_SIZE, makeFlashes } from '../../test/media/flashes.ts';
import type { Kinora, Measure } from '../measure.ts';

/** Seconds of the source at which a flash and a beep begin together. */
const FLASHES = [1, 3, 5];
/** Seconds that each clip lasts. */
const LENGTH = 5;

/** Source rate, output rate and trims in seconds that lie between two frames of the source. */
type Case = readonly [source: number, output: number, trims: readonly number[]];

/** Returns the largest distance between a flash and its beep in a render, in frames of the output. */
async function largestDistance(kinora: Kinora, [source, output, trims]: Case): Promise<number> {
  const name = `flashes-${source}-${output}.mp4`;
  await makeFlashes(join(kinora.folder, name), 6, FLASHES, { rate: source });
  const clips = trims.map((trim, index) => ({
    asset: { type: 'video', src: name, trim },
    start: LENGTH * index,
    length: LENGTH,
  }));
  const edit = {
    timeline: { tracks: [{ clips }] },
    output: { format: 'mp4', size: FLASH_SIZE, fps: output },
  };
  const { flashes, beeps } = await findFlashes(await kinora.render(edit, `timed-${name}`), 0.1);
  const count = FLASHES.length * trims.length;
  if (flashes.length !== count || beeps.length !== count) return Infinity;
  return Math.max(...flashes.map((flash, index) => Math.abs(flash - (beeps[index] ?? NaN)) * output));
}

export const MEASURES: readonly Measure[] = [
  {
    name: 'Distance of a flash from its beep after trims on frames at 25 fps, frames',
    limit: 0.1,
    measure: (kinora) => largestDistance(kinora, [25, 25, [0.2, 0.44, 0.64]]),
  },
  {
    name: 'Distance of a flash from its beep after trims off the grid at 25 fps, frames',
    limit: 0.5,
    measure: (kinora) => largestDistance(kinora, [25, 25, [0.507, 0.513, 0.517, 0.527, 0.533]]),
  },
  {
    name: 'Distance of a flash from its beep after trims off the grid at 30 fps, frames',
    limit: 0.5,
    measure: (kinora) => largestDistance(kinora, [30, 30, [0.508, 0.523, 0.528, 0.612]]),
  },
  {
    name: 'Distance of a flash from its beep after trims off the grid from 24 to 25 fps, frames',
    limit: 0.5,
    measure: (kinora) => largestDistance(kinora, [24, 25, [0.503, 0.517, 0.527]]),
  },
];
