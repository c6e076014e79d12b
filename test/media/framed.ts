import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { listSources } from '../../src/edit/index.ts';
import { produce } from '../../src/render/produce/produce.ts';
import { edited } from './rendered.ts';

/** One frame of an edit. */
export interface Framed {
  /** The colour of a pixel, 0 to 255. */
  readonly at: (x: number, y: number) => readonly [number, number, number];
  /** What the render warns of. */
  readonly warnings: readonly string[];
}

/**
 * One frame of an edit whose sources are paths, made in this process: quicker than a render, and the same pictures.
 *
 * @param second of the timeline.
 */
export async function framed(input: unknown, second = 0): Promise<Framed> {
  const edit = edited(input);
  const folder = await mkdtemp(join(tmpdir(), 'kinora-framed-'));
  const to = join(folder, 'frame.png');
  try {
    const files = Object.fromEntries(listSources(edit).map(({ url }) => [url, url]));
    const wish = { dialect: 'interface', folder, to: { output: to }, at: second, watermark: false } as const;
    const { warnings } = await produce({ edit, files, ...wish }, () => undefined);
    const { data, info } = await sharp(to).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    return {
      at: (x, y) => {
        const from = (y * info.width + x) * 3;
        return [data[from] ?? NaN, data[from + 1] ?? NaN, data[from + 2] ?? NaN];
      },
      warnings: warnings.map(({ text }) => text),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
