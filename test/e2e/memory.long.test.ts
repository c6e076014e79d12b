import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeClip, paintNumber } from '../media/clips.ts';
import { createMediaFolder } from '../media/render-edit.ts';
import { childrenOf, kinora } from './processes.ts';

const SIZE = { width: 1920, height: 1080 };
const MIB = 2 ** 20;

let media: Awaited<ReturnType<typeof createMediaFolder>>;

beforeAll(async () => {
  media = await createMediaFolder();
  await mkdir(media.path('tmp'));
  const ticks = Array.from({ length: 60 * 25 }, (_, index) => index);
  const sound = { samples: 60 * 48_000, wave: (index: number) => 0.3 * Math.sin(index / 20) };
  await makeClip(media.path('clip.mp4'), { ...SIZE, clock: 25, ticks, paint: paintNumber, sound });
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#000', noise } })
    .jpeg()
    .toFile(media.path('photograph.jpg'));
});

afterAll(() => media[Symbol.asyncDispose]());

/** Returns the resident memory of a process in bytes; 0 if it has ended. */
async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}

/** Returns the resident memory of a process and its descendants. Shared memory counts for each of them. */
async function residentTogether(pid: number): Promise<number> {
  const children = await childrenOf(pid);
  const parts = await Promise.all([residentBytes(pid), ...children.map(residentTogether)]);
  return parts.reduce((sum, part) => sum + part, 0);
}

/** Renders a video with an image, a text and a soundtrack. Returns the peak memory in bytes. */
async function measurePeak(seconds: number): Promise<number> {
  const clip = (asset: object, more: object = {}) => ({
    clips: [{ asset, start: 0, length: seconds, ...more }],
  });
  const edit = {
    timeline: {
      soundtrack: { src: 'clip.mp4', effect: 'fadeInFadeOut', volume: 0.5 },
      tracks: [
        clip({ type: 'video', src: 'clip.mp4' }),
        clip({ type: 'image', src: 'photograph.jpg' }, { scale: 0.3, position: 'topRight', opacity: 0.9 }),
        clip(
          { type: 'text', text: 'A title', font: { size: 80 } },
          { transition: { in: 'fade', out: 'fade' } },
        ),
      ],
    },
    output: { format: 'mp4', resolution: '1080', fps: 25 },
  };
  await writeFile(media.path('edit.json'), JSON.stringify(edit));
  const { child, ended } = kinora(media.path('.'), ['render', 'edit.json', '-o', 'out.mp4']);
  let most = 0;
  while (child.exitCode === null && child.signalCode === null) {
    most = Math.max(most, await residentTogether(child.pid!));
    await wait(100);
  }
  expect(await ended).toMatchObject({ code: 0 });
  return most;
}

test('a render at 1080p stays under 1 GiB, however long it is', async () => {
  const [short, long] = [await measurePeak(10), await measurePeak(60)];
  console.log(
    `Peak memory: ${Math.round(short / MIB)} MiB for 10 s, ${Math.round(long / MIB)} MiB for 60 s.`,
  );
  expect(short).toBeGreaterThan(100 * MIB);
  expect(long).toBeLessThan(1024 * MIB);
  expect(long).toBeLessThan(1.15 * short);
});
