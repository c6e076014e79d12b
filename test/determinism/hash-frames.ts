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
import { toEdit } from '../media/render-edit.ts';

/** The input of the composer. */
export interface Material {
  readonly timeline: ResolvedTimeline;
  readonly fonts: FontLibrary;
}

/** Prepares the timeline and the fonts of an edit as a render does. The sources are absolute local paths. */
export async function prepareMaterial(input: unknown): Promise<Material> {
  const edit = toEdit(input);
  const sources = listSources(edit);
  const files = Object.fromEntries(sources.map(({ url }) => [url, url]));
  const visible = sources.filter(({ kind }) => kind !== 'font');
  const media = await prepareSources(
    visible,
    await probeSources(visible, files),
    ({ defects }) => defects.length > 0,
    tmpdir(),
    () => undefined,
  );
  return { timeline: resolve(edit, media, 'interface'), fonts: await openFonts(sources, files) };
}

/** Composes frames with one composer, in the given order. Returns a hash of the pixels of each frame. */
export async function hashFrames(
  { timeline, fonts }: Material,
  frames: readonly number[],
): Promise<string[]> {
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

/** Adds the rows of a plane to a hash, without padding. */
function addRows(
  hash: ReturnType<typeof createHash>,
  { data, stride }: Plane,
  width: number,
  height: number,
) {
  for (let row = 0; row < height; row++) hash.update(data.subarray(row * stride, row * stride + width));
}
