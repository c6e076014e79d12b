import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { layerShapeOf, placeIn } from '../src/preview/draw/layer-shape.ts';
import { readTimeline } from '../src/render/scene/layered-timeline.ts';
import { layerAt } from '../src/render/scene/scene.ts';
import { readCase } from './golden/golden-case.ts';
import { makeMedia } from './golden/golden-media.ts';
import { toEdit } from './media/render-edit.ts';
import { MadeLayers } from './preview/made-layers.ts';

it.each([180, 90])('draws a text between two pixels on the pixels of a view of %i lines', async (lines) => {
  const clip = { asset: { type: 'text', text: 'Text' }, start: 0, length: 1, offset: { x: 0.11, y: 0.36 } };
  const output = { format: 'mp4', size: { width: 320, height: 180 } };
  const edit = toEdit({ timeline: { tracks: [{ clips: [clip] }] }, output });
  await using layers = await MadeLayers.make(edit, '', lines);
  const { timeline, looks } = readTimeline(layers.timeline);
  const layer = layerAt(timeline.visualClips[0]!, timeline.visualClips[0]!.from, timeline);
  const { box, source } = looks[layer.clip.field]![0]!.parts[0]!;
  const { x, y, width, height } = placeIn(layerShapeOf(layer, [box]).whole, box);
  const sides = [x, y, width, height].map((side) => (side * lines) / 180);
  for (const side of sides) expect(side).toBeCloseTo(Math.round(side), 6);
  expect(sides.slice(2).map(Math.round)).toEqual([source.width, source.height]);
});

it('finishes the piece that it reads before it closes', async () => {
  const media = await mkdtemp(join(tmpdir(), 'kinora-made-layers-'));
  try {
    await Promise.all(['hills.png', 'green.mp4'].map((name) => makeMedia(name, media)));
    const layers = await MadeLayers.make(readCase('chroma-key-moving').edit, media, 180);
    const [, video = ''] = /"location":\{"file":"(\w+)"/.exec(JSON.stringify(layers.timeline)) ?? [];
    const reading = layers.read(video, 0);
    // By then, the read has begun.
    await setImmediate();
    await layers[Symbol.asyncDispose]();
    expect(await reading).toBeDefined();
  } finally {
    await rm(media, { recursive: true, force: true });
  }
});
