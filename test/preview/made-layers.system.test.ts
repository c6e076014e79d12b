import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { readCase } from '../golden/golden-case.ts';
import { makeMedia } from '../golden/golden-media.ts';
import { MadeLayers } from './made-layers.ts';

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
