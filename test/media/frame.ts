import { dirname, join } from 'node:path';
import { type Edit, sourcesOf } from '../../src/edit/index.ts';
import { produce, type Produced } from '../../src/render/produce/produce.ts';
import type { Dialect } from '../../src/render/resolve/resolve.ts';

/** How a frame is made; in the dialect of the interface and without a mark when nothing is said. */
export interface FrameOptions {
  /** The folder of the files that the edit names. */
  readonly media: string;
  readonly dialect?: Dialect;
  readonly watermark?: boolean;
}

/**
 * Writes a frame of an edit as `kinora frame` does, but in this process.
 *
 * @param at second of the timeline.
 * @param to a PNG; what is made on the way is left beside it.
 */
export async function writeFrame(
  edit: Edit,
  at: number,
  to: string,
  options: FrameOptions,
): Promise<Produced> {
  const { media, dialect = 'interface', watermark = false } = options;
  const files = Object.fromEntries(sourcesOf(edit).map(({ url }) => [url, join(media, url)]));
  const job = { kind: 'produce', edit, files, dialect, folder: dirname(to), to, at, watermark } as const;
  return produce(job, () => undefined);
}
