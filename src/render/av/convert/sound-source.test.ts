import { afterAll, beforeAll, expect, it } from 'vitest';
import { encodeSound } from '../../../../test/media/encode-sound.ts';
import { createMediaFolder } from '../../../../test/media/render-edit.ts';
import { NATURAL_SPEED } from '../../../base/time.ts';
import { probeAv } from '../input/probe-av.ts';
import { readSound, readSoundFormat } from './sound-source.ts';

let folder: Awaited<ReturnType<typeof createMediaFolder>>;
beforeAll(async () => void (folder = await createMediaFolder()));
afterAll(() => folder[Symbol.asyncDispose]());

it('lets the process receive messages while it reads a sound', async () => {
  const path = folder.path('long.wav');
  await encodeSound(path, { codec: 'pcm_s16le', container: 'wav', seconds: 10, wave: () => 0 });
  const { audio } = await probeAv(path, 'wav');
  if (!audio) throw new Error('The file has a sound.');
  const blocks = readSound(audio, {
    format: await readSoundFormat(audio),
    sampleFormat: 's16',
    blockSamples: 1000,
    filters: [],
    speed: NATURAL_SPEED,
    preservesPitch: true,
    fillsStart: true,
  });
  let [count, turns] = [0, 0];
  let timer: NodeJS.Immediate | undefined;
  const turn = (): void => {
    turns += 1;
    timer = setImmediate(turn);
  };
  for await (const block of blocks) {
    block.free();
    // Opening the file also lets messages through, so count from the first block on.
    if ((count += 1) === 1) turn();
  }
  clearImmediate(timer);
  expect(count).toBe(480);
  expect(turns).toBeGreaterThan(5);
});
