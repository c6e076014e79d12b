import { captions } from './captions.ts';
import { grid } from './grid.ts';
import { long, overlay } from './overlay.ts';
import { stills, zoom } from './photographs.ts';
import { stitch } from './stitch.ts';
import type { Workload } from './workload.ts';

export type { DecodedFile, Workload } from './workload.ts';

/** Every workload of one render, by its name; making one makes its media. */
export const WORKLOADS: Readonly<Record<string, () => Promise<Workload>>> = {
  overlay,
  stitch,
  zoom,
  stills,
  grid,
  captions,
  long,
};
