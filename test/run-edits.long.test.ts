import { copyFile, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLE_RATE } from '../src/base/time.ts';
import { toWholeEdit } from './documents/check-json.ts';
import { readCodeBlocks, ROOT } from './documents/code-blocks.ts';
import { makeClip, paintNumber } from './media/clips.ts';
import { LOTTIE_STAR } from './media/lottie-star.ts';
import { createMediaFolder, renderEdit } from './media/render-edit.ts';

/** The edits that are only checked, by a part of their text, and why. */
const ONLY_CHECKED: readonly (readonly [RegExp, string])[] = [
  [/"provider":/, 'it needs the key of a service'],
  [/alias:\/\/|"transcri/, 'it needs a model of speech'],
  [/"audioTrack": 2/, 'it needs a file with two sound tracks'],
  [/"image-to-video"/, 'src/generation makes such films'],
];

/** The seconds that are rendered. Each edit of the documents shows something then. */
const RANGE = { start: 0.5, length: 0.2 };
const SUBTITLES = '1\n00:00:00,000 --> 00:00:30,000\nHello from the sea\n';
interface WholeEdit {
  readonly timeline: object;
  readonly output: { readonly format: string };
  readonly outputs?: readonly { readonly format: string }[];
  readonly merge?: readonly object[];
}

let media: Awaited<ReturnType<typeof createMediaFolder>>;
beforeAll(async () => {
  media = await createMediaFolder();
  const film = media.path('source.mp4');
  const seconds = 40;
  await makeClip(film, {
    width: 160,
    height: 90,
    clock: 30,
    paint: paintNumber,
    ticks: Array.from({ length: seconds * 30 }, (_, index) => index),
    sound: {
      samples: seconds * SAMPLE_RATE,
      wave: (index) => 0.5 * Math.sin((2 * Math.PI * 440 * index) / SAMPLE_RATE),
    },
  });
  await copyFile(join(ROOT, 'examples/narrated/coast.jpg'), media.path('source.jpg'));
  const find = createRequire(import.meta.url);
  for (const [name, weight] of [
    ['Regular', 400],
    ['Bold', 700],
  ] as const)
    await copyFile(
      find.resolve(`@fontsource/clear-sans/files/clear-sans-latin-${weight}-normal.woff2`),
      media.path(`Brand-${name}.woff2`),
    );
  await writeFile(media.path('source.srt'), SUBTITLES);
  await writeFile(media.path('source.vtt'), `WEBVTT\n\n${SUBTITLES.replaceAll(',', '.')}`);
  await writeFile(media.path('source.json'), LOTTIE_STAR);
  const sound = { type: 'audio', src: film };
  await renderEdit(
    {
      timeline: { tracks: [{ clips: [{ asset: sound, start: 0, length: 30 }] }] },
      output: { format: 'mp3' },
    },
    media.path('source.mp3'),
  );
  const picture = { type: 'image', src: media.path('source.jpg') };
  await renderEdit(
    {
      timeline: { tracks: [{ clips: [{ asset: picture, start: 0, length: 1 }] }] },
      output: { format: 'png', size: { width: 160, height: 90 } },
    },
    media.path('source.png'),
  );
});
afterAll(() => media[Symbol.asyncDispose]());

const edits = readCodeBlocks().flatMap((block) => {
  const edit = block.language === 'json' ? toWholeEdit(block) : undefined;
  return edit ? [{ ...block, edit }] : [];
});
const isRun = ({ code }: { code: string }): boolean => !ONLY_CHECKED.some(([pattern]) => pattern.test(code));

describe('the edits of the documents', () => {
  it('are rendered, but for those that have a reason', () => {
    expect(edits.filter(isRun).length).toBeGreaterThan(25);
    // A reason that no edit has is no longer needed.
    for (const [pattern] of ONLY_CHECKED)
      expect(
        edits.some(({ code }) => pattern.test(code)),
        String(pattern),
      ).toBe(true);
  });

  it.each(edits.filter(isRun))('$place', async ({ edit }) => {
    const own = JSON.stringify(edit).replaceAll(
      /"src":"[^"{]*?([\w-]+)\.(\w+)"/g,
      (_, name: string, type: string) => {
        const file = type === 'woff2' ? name : 'source';
        return `"src":${JSON.stringify(media.path(`${file}.${type}`))}`;
      },
    );
    const { timeline, output, outputs = [output], merge } = JSON.parse(own) as WholeEdit;
    for (const each of outputs) {
      const path = media.path(`made.${each.format}`);
      await renderEdit({ timeline, ...(merge && { merge }), output: { ...each, range: RANGE } }, path);
      expect((await stat(path)).size).toBeGreaterThan(0);
      await rm(path);
    }
  });
});
