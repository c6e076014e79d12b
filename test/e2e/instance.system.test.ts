import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hardwareKindsOf } from '../../src/render/media/hardware.ts';
import { tryHardware } from '../../src/render/hardware/try-hardware.ts';
import { paintNumber, makeClip, readNumber } from '../media/clips.ts';
import { mapFrames } from '../media/decode-output.ts';
import { toEdit, createMediaFolder, renderEdit } from '../media/render-edit.ts';
import { decodeStrictly } from '../media/decode-strictly.ts';

const FRAMES = 50;

let folder: Awaited<ReturnType<typeof createMediaFolder>>;
beforeAll(async () => {
  folder = await createMediaFolder();
  await makeClip(folder.path('clip.mp4'), {
    width: 160,
    height: 90,
    clock: 25,
    paint: paintNumber,
    ticks: Array.from({ length: FRAMES }, (_, index) => index),
    sound: { samples: 96_000, wave: (index) => 0.3 * Math.sin(index / 20) },
  });
});
afterAll(() => folder[Symbol.asyncDispose]());

function edit(instance: string): unknown {
  const clip = { asset: { type: 'video', src: folder.path('clip.mp4') }, start: 0, length: 2 };
  const output = { format: 'mp4', size: { width: 160, height: 90 } };
  return { timeline: { tracks: [{ clips: [clip] }] }, output, instance };
}

async function hashOf(path: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
}

it.each(['s1', 's2'])('%s creates the same file every time, without warnings', async (instance) => {
  const [first, second] = [folder.path(`${instance}-1.mp4`), folder.path(`${instance}-2.mp4`)];
  const { warnings } = await renderEdit(edit(instance), first);
  await renderEdit(edit(instance), second);
  expect(warnings).toEqual([]);
  expect(await hashOf(second)).toBe(await hashOf(first));
  const numbers = await mapFrames(first, (planes) => readNumber(planes));
  expect(numbers).toEqual(Array.from({ length: FRAMES }, (_, index) => index));
});

it('a1 creates a complete file. Without a hardware encoder, it uses software and warns', async () => {
  const path = folder.path('a1.mp4');
  const { warnings } = await renderEdit(edit('a1'), path);
  const { frameIndexes, messages, sampleCount } = await decodeStrictly(path);
  expect(frameIndexes).toEqual(Array.from({ length: FRAMES }, (_, index) => index));
  expect({ messages, sampleCount }).toEqual({ messages: [], sampleCount: 96_000 });
  const { output } = toEdit(edit('a1'));
  const faults = await Promise.all(
    hardwareKindsOf(process.platform).map((hardware) =>
      tryHardware({ hardware, output, folder: folder.path('') }),
    ),
  );
  const works = faults.some((fault) => fault === null);
  expect(warnings.map(({ field }) => field)).toEqual(['instance']);
  expect(warnings[0]?.text).toContain(works ? 'encoded the video' : 'in software on all cores');
  if (works) return;
  // The software fallback is the same as s2.
  expect(await hashOf(path)).toBe(await hashOf(folder.path('s2-1.mp4')));
});
