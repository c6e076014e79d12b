import { captions } from './captions.ts';
import { grid } from './grid.ts';
import { long, overlay } from './overlay.ts';
import { stills, zoom } from './photographs.ts';
import { stitch } from './stitch.ts';
import type { Workload } from './workload.ts';

export type { DecodedFile, Workload } from './workload.ts';

/** The workloads of a single render, by name. Creating one makes its media. */
export const WORKLOADS: Readonly<Record<string, () => Promise<Workload>>> = {
  overlay,
  stitch,
  zoom,
  stills,
  grid,
  captions,
  long,
};
