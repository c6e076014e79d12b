import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { listSources } from '../../src/edit/index.ts';
import { type Plane, planesOf } from '../../src/render/av/video/video-frame.ts';
import { Composer } from '../../src/render/compose/composer.ts';
import type { FontLibrary } from '../../src/render/fonts/font-library.ts';
import { openFonts } from '../../src/render/produce/open-fonts.ts';
import { prepareSources } from '../../src/render/prepare/prepare.ts';
import { probeSources } from '../../src/render/probe/probe-sources.ts';
import { resolve } from '../../src/render/resolve/resolve.ts';
import type { ResolvedTimeline } from '../../src/render/resolve/timeline.ts';
import { edited } from '../media/rendered.ts';

/** What frames are composed from. */
export interface Material {
  readonly timeline: ResolvedTimeline;
  readonly fonts: FontLibrary;
}

/** The timeline and the fonts of an edit whose sources are absolute local paths, prepared as for a render. */
export async function materialOf(input: unknown): Promise<Material> {
  const edit = edited(input);
  const sources = listSources(edit);
  const files = Object.fromEntries(sources.map(({ url }) => [url, url]));
  const seen = sources.filter(({ kind }) => kind !== 'font');
  const media = await prepareSources(
    seen,
    await probeSources(seen, files),
    ({ defects }) => defects.length > 0,
    tmpdir(),
    () => undefined,
  );
  return { timeline: resolve(edit, media, 'interface'), fonts: await openFonts(sources, files) };
}

/** What frames look like to the bit, composed one after the other in this order by one composer. */
export async function composed({ timeline, fonts }: Material, frames: readonly number[]): Promise<string[]> {
  using composer = new Composer(timeline, false, fonts);
  const hashes: string[] = [];
  for (const frame of frames) {
    using picture = (await composer.composeFrame(frame)).frame;
    const { y, u, v, width, height } = planesOf(picture);
    const hash = createHash('sha1');
    addRows(hash, y, width, height);
    addRows(hash, u, width / 2, height / 2);
    addRows(hash, v, width / 2, height / 2);
    hashes.push(hash.digest('hex'));
  }
  return hashes;
}

/** Without what pads the rows. */
function addRows(
  hash: ReturnType<typeof createHash>,
  { data, stride }: Plane,
  width: number,
  height: number,
) {
  for (let row = 0; row < height; row++) hash.update(data.subarray(row * stride, row * stride + width));
}
