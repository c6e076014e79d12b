import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { listSources } from '../../src/edit/index.ts';
import { produce } from '../../src/render/produce/produce.ts';
import { toEdit } from './render-edit.ts';

/** A rendered frame of an edit. */
export interface RenderedFrame {
  /** Returns the colour of a pixel as RGB, from 0 to 255. */
  readonly colourAt: (x: number, y: number) => readonly [number, number, number];
  /** The colours of all pixels as RGB, row by row. */
  readonly pixels: Buffer;
  /** The warnings of the render. */
  readonly warnings: readonly string[];
}

/**
 * Renders one frame of an edit whose sources are paths. It runs in this process, which is faster than a
 * render and gives the same frames.
 *
 * @param second Position on the timeline, in seconds.
 */
export async function renderFrame(input: unknown, second = 0): Promise<RenderedFrame> {
  const edit = toEdit(input);
  const folder = await mkdtemp(join(tmpdir(), 'kinora-framed-'));
  const to = join(folder, 'frame.png');
  try {
    const files = Object.fromEntries(listSources(edit).map(({ url }) => [url, url]));
    const options = {
      dialect: 'interface',
      folder,
      to: { output: to },
      at: second,
      watermark: false,
    } as const;
    const { warnings } = await produce({ edit, files, ...options }, () => undefined);
    const { data, info } = await sharp(to).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    return {
      colourAt: (x, y) => {
        const from = (y * info.width + x) * 3;
        return [data[from] ?? NaN, data[from + 1] ?? NaN, data[from + 2] ?? NaN];
      },
      pixels: data,
      warnings: warnings.map(({ text }) => text),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
