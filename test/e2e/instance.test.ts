import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hardwareKindsOf } from '../../src/render/media/hardware.ts';
import { tryHardware } from '../../src/render/hardware/try-hardware.ts';
import { numbered, makeClip, numberOf } from '../media/clips.ts';
import { fromPictures } from '../media/look-inside.ts';
import { edited, mediaFolder, rendered } from '../media/rendered.ts';
import { readStrictly } from '../media/strictly.ts';

const FRAMES = 50;

let folder: Awaited<ReturnType<typeof mediaFolder>>;
beforeAll(async () => {
  folder = await mediaFolder();
  await makeClip(folder.path('clip.mp4'), {
    ...{ width: 160, height: 90, clock: 25, paint: numbered },
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

it.each(['s1', 's2'])('%s makes the same file every time, without a word', async (instance) => {
  const [first, second] = [folder.path(`${instance}-1.mp4`), folder.path(`${instance}-2.mp4`)];
  const { warnings } = await rendered(edit(instance), first);
  await rendered(edit(instance), second);
  expect(warnings).toEqual([]);
  expect(await hashOf(second)).toBe(await hashOf(first));
  const numbers = await fromPictures(first, (planes) => numberOf(planes));
  expect(numbers).toEqual(Array.from({ length: FRAMES }, (_, index) => index));
});

it('a1 makes the whole file, in software with a warning where no hardware encoder works', async () => {
  const path = folder.path('a1.mp4');
  const { warnings } = await rendered(edit('a1'), path);
  const { pictures, remarks, samples } = await readStrictly(path);
  expect(pictures).toEqual(Array.from({ length: FRAMES }, (_, index) => index));
  expect({ remarks, samples }).toEqual({ remarks: [], samples: 96_000 });
  const { output } = edited(edit('a1'));
  const faults = await Promise.all(
    hardwareKindsOf(process.platform).map((hardware) =>
      tryHardware({ hardware, output, folder: folder.path('') }),
    ),
  );
  const works = faults.some((fault) => fault === undefined);
  expect(warnings.map(({ field }) => field)).toEqual(works ? [] : ['instance']);
  if (works) return;
  // What is encoded then is what s2 encodes.
  expect(await hashOf(path)).toBe(await hashOf(folder.path('s2-1.mp4')));
});
