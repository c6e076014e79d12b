import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { SAMPLE_RATE } from '../src/base/time.ts';
import { layerShapeOf, placeIn } from '../src/preview/draw/layer-shape.ts';
import { SoundMix } from '../src/preview/sound/sound-mix.ts';
import type { Stereo } from '../src/render/media/stereo.ts';
import { sine, writeTone } from '../src/render/mix/test-tones.fixture.ts';
import { readTimeline } from '../src/render/scene/layered-timeline.ts';
import { layerAt } from '../src/render/scene/scene.ts';
import { readCase } from './golden/golden-case.ts';
import { makeMedia } from './golden/golden-media.ts';
import { decodeSound } from './media/decode-output.ts';
import { renderEdit, toEdit } from './media/render-edit.ts';
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

it('leaves transitions that change pixels to the engine, without the paths of their pictures', async () => {
  const media = await mkdtemp(join(tmpdir(), 'kinora-wiped-layers-'));
  try {
    await Promise.all(['hills.png', 'card-160x90.png'].map((name) => makeMedia(name, media)));
    await using layers = await MadeLayers.make(readCase('transition-luma').edit, media, 90);
    // Each wipe at 25 frames per second, also that in the group.
    expect(readTimeline(layers.timeline).engine).toEqual([
      { from: 0, to: 25 },
      { from: 25, to: 50 },
      { from: 50, to: 65 },
      { from: 50, to: 75 },
    ]);
    expect(JSON.stringify(layers.timeline)).not.toContain(media);
  } finally {
    await rm(media, { recursive: true, force: true });
  }
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

it('plays the filters of clips, tracks and the mix as a render has them', async () => {
  const media = await mkdtemp(join(tmpdir(), 'kinora-filtered-layers-'));
  try {
    await writeTone(join(media, 'tone.wav'), (index) => sine(440, 0.4)(index) * Math.sin(index / 9000), 4);
    const sound = [{ type: 'voice' }, { type: 'reverb', decay: 0.4 }, { type: 'gate' }];
    // The second clip continues the first one.
    const clips = [0, 2].map((at) => ({
      asset: { type: 'audio', src: join(media, 'tone.wav'), trim: at, channels: 'left', sound },
      start: at,
      length: 2,
    }));
    const timeline = {
      tracks: [{ clips, sound: [{ type: 'pan', value: -0.4 }] }],
      sound: [{ type: 'denoise' }],
    };
    const edit = { timeline, output: { format: 'wav' } };
    await renderEdit(edit, join(media, 'rendered.wav'));
    const rendered = await decodeSound(join(media, 'rendered.wav'), 'wav');
    await using layers = await MadeLayers.make(toEdit(edit), media, 180);
    const mix = new SoundMix(readTimeline(layers.timeline), 0);
    const pieces = new Map<string, Stereo>();
    for (const { file, piece } of mix.listPieces(4 * SAMPLE_RATE)) {
      const bytes = await layers.read(file, piece);
      if (!bytes) continue;
      const path = join(media, `${file}-${piece}.flac`);
      await writeFile(path, bytes);
      const decoded = await decodeSound(path, 'flac');
      if (decoded) pieces.set(`${file} ${piece}`, decoded);
    }
    expect(pieces.size).toBe(4);
    const played = mix.next(4 * SAMPLE_RATE, (file, piece) => pieces.get(`${file} ${piece}`));
    for (const side of ['left', 'right'] as const) {
      // The end of a file cuts what rings on, with a ramp.
      const heard = played[side].subarray(0, -200);
      const differences = heard.map((sample, index) => Math.abs(sample - (rendered?.[side][index] ?? NaN)));
      const largest = (samples: Float32Array): number =>
        samples.reduce((most, sample) => Math.max(most, sample), 0);
      expect(largest(heard)).toBeGreaterThan(0.1);
      // Noise reduction hears the rounding to 16 bits.
      expect(largest(differences)).toBeLessThan(0.002);
    }
  } finally {
    await rm(media, { recursive: true, force: true });
  }
});
