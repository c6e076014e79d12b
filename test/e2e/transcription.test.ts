import { mkdir } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { SILENT } from '../../src/base/logger.ts';
import { SAMPLE_RATE } from '../../src/base/time.ts';
import type { Edit } from '../../src/edit/index.ts';
import { createOpenAiTranscriber } from '../../src/providers/openai-transcriber.ts';
import {
  respondWithJson,
  startTranscriptionServer,
} from '../../src/providers/transcription-server.fixture.ts';
import { testBrowser } from '../../src/render/browse/browser.fixture.ts';
import { openSources } from '../../src/render/fetch/index.ts';
import { openRenderer } from '../../src/render/renderer.ts';
import { openTranscriptCache } from '../../src/render/transcribe/transcript-cache.ts';
import { makeClip, paintNumber } from '../media/clips.ts';
import { createMediaFolder } from '../media/render-edit.ts';

let media: Awaited<ReturnType<typeof createMediaFolder>>;
const opened: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  media = await createMediaFolder();
  const ticks = Array.from({ length: 30 }, (_, index) => index);
  const sound = { samples: 6 * SAMPLE_RATE, wave: (index: number) => Math.sin(index / 9) / 2 };
  await makeClip(media.path('voice.mp4'), {
    width: 64,
    height: 36,
    clock: 5,
    ticks,
    paint: paintNumber,
    sound,
  });
});
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close();
});
afterAll(() => media[Symbol.asyncDispose]());

/** The voice plays source seconds 1 to 5 at double speed, from timeline second 2. */
const EDIT: Edit = {
  timeline: {
    background: '#000000',
    tracks: [
      {
        clips: [
          {
            asset: { type: 'audio', src: 'voice.mp4', trim: 1, speed: 2 },
            alias: 'voice',
            start: 2,
            length: 2,
          },
        ],
      },
      {
        clips: [
          {
            asset: {
              type: 'rich-caption',
              src: 'alias://voice',
              font: { size: 60 },
              animation: { style: 'none' },
            },
            start: 1,
            length: 4,
          },
        ],
      },
    ],
  },
  output: { format: 'mp4', size: { width: 320, height: 180 }, fps: 25 },
};

/** True if the frame at a second is not black. All calls share the caches. */
async function isVisible(url: string, at: number): Promise<boolean> {
  const transcriber = createOpenAiTranscriber({
    url,
    key: undefined,
    model: 'm',
    log: SILENT,
    firstPauseMs: 1,
  });
  const transcripts = openTranscriptCache(media.path('transcripts'), transcriber);
  const sources = openSources({ folder: media.path('cache'), allowHosts: [], localFiles: media.path('.') });
  const browser = testBrowser();
  const folder = media.path(`work-${at}`);
  await mkdir(folder);
  const config = { dialect: 'interface', sources, browser, transcripts, folder, log: SILENT } as const;
  const renderer = openRenderer(config);
  try {
    const request = { at, format: 'png', watermark: false } as const;
    const context = { owner: 'test', signal: new AbortController().signal };
    const { picture } = await renderer.frame(EDIT, request, context);
    const { channels } = await sharp(picture).stats();
    return (channels[0]?.max ?? 0) > 100;
  } finally {
    await renderer.close();
    await transcripts.close();
    await browser.close();
    await sources.close();
  }
}

test('captions follow the trim and the speed of a voice by its alias, and it is transcribed once', async () => {
  // In seconds of the sent sound, which starts at source second 1.
  const words = [{ word: 'Hey', start: 1, end: 2 }];
  const server = await startTranscriptionServer((_, response) =>
    respondWithJson(response, 200, { text: 'Hey.', words }),
  );
  opened.push(server);
  // The word is spoken from 2 + 1 / 2 to 2 + 2 / 2 seconds. Frames are 0.04 s apart, so its first frame is at
  // 2.52 s.
  const visible = [];
  for (const at of [1.2, 2.44, 2.52, 2.96, 3.08]) visible.push([at, await isVisible(server.url, at)]);
  expect(visible).toEqual([
    [1.2, false],
    [2.44, false],
    [2.52, true],
    [2.96, true],
    [3.08, false],
  ]);
  expect(server.transcriptionRequests).toHaveLength(1);
  // A WAV of 4 s.
  expect(server.transcriptionRequests[0]?.file.bytes.length).toBe(44 + 2 * 4 * 16_000);
});
