import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { listSources } from '../../src/edit/index.ts';
import { type Plane, planesOf } from '../../src/render/av/video/video-frame.ts';
import { Composer, type ComposerOptions } from '../../src/render/compose/composer.ts';
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

/**
 * Composes frames with one composer, in the given order. Returns a hash of the pixels of each frame.
 *
 * @param options the form of the frames, as in {@link Composer}.
 */
export async function hashFrames(
  { timeline, fonts }: Material,
  frames: readonly number[],
  options: ComposerOptions = {},
): Promise<string[]> {
  using composer = new Composer(timeline, false, fonts, options);
  const hashes: string[] = [];
  for (const frame of frames) {
    using picture = (await composer.composeFrame(frame)).frame;
    const { y, u, v, width, height, fullColour } = planesOf(picture);
    const share = fullColour ? 1 : 2;
    const hash = createHash('sha1');
    addRows(hash, y, width, height);
    addRows(hash, u, width / share, height / share);
    addRows(hash, v, width / share, height / share);
    hashes.push(hash.digest('hex'));
  }
  return hashes;
}

/**
 * Composes frames as those of a video and, right after each, as stills with the decoded videos of the first.
 * Returns the luma of each pixel of both, 0 to 255, and a hash of the still.
 */
export async function* compareForms({ timeline, fonts }: Material, frames: readonly number[]) {
  using composer = new Composer(timeline, false, fonts);
  for (const frame of frames) {
    using picture = (await composer.composeFrame(frame)).frame;
    const { y, width, height } = planesOf(picture);
    const video = new Float32Array(width * height);
    for (let at = 0; at < video.length; at++)
      video[at] = ((y.data[Math.floor(at / width) * y.stride + (at % width)]! - 16) * 255) / 219;
    const [hash = ''] = await hashFrames({ timeline, fonts }, [frame], {
      fullColour: true,
      sibling: composer,
    });
    yield { frame, video, still: await readStillLuma({ timeline, fonts }, frame, composer), hash };
  }
}

async function readStillLuma({ timeline, fonts }: Material, frame: number, sibling: Composer) {
  using composer = new Composer(timeline, false, fonts, { fullColour: true, sibling });
  using picture = (await composer.composeFrame(frame)).frame;
  const { y: green, u: blue, v: red, width, height } = planesOf(picture);
  return Float32Array.from({ length: width * height }, (_, index) => {
    const sample = ({ data, stride }: Plane) => data[Math.floor(index / width) * stride + (index % width)]!;
    return 0.2126 * sample(red) + 0.7152 * sample(green) + 0.0722 * sample(blue);
  });
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
