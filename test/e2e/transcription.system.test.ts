import { mkdir } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { SILENT } from '../../src/base/logger.ts';
import { SAMPLE_RATE } from '../../src/base/time.ts';
import { type Edit, toParsedEdit } from '../../src/edit/index.ts';
import { createOpenAiTranscriber } from '../../src/providers/openai-transcriber.ts';
import {
  respondWithJson,
  startTranscriptionServer,
} from '../../src/providers/transcription-server.fixture.ts';
import { testBrowser } from '../../src/render/browse/browser.fixture.ts';
import { openSources } from '../../src/render/fetch/index.ts';
import { openRenderer, type Renderer } from '../../src/render/renderer.ts';
import { openTranscriptCache } from '../../src/render/transcribe/transcript-cache.ts';
import { makeClip, paintNumber } from '../media/clips.ts';
import { createMediaFolder } from '../media/render-edit.ts';
import { childrenOf, isAlive } from './processes.ts';

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

/** Does work with a renderer that asks the server at a URL for transcripts. All calls share the caches. */
async function withRenderer<Result>(
  url: string,
  name: string,
  work: (renderer: Renderer, folder: string) => Promise<Result>,
): Promise<Result> {
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
  const folder = media.path(`work-${name}`);
  await mkdir(folder);
  const config = { sources, browser, transcripts, folder, log: SILENT } as const;
  const renderer = openRenderer(config);
  try {
    return await work(renderer, folder);
  } finally {
    await renderer.close();
    await transcripts.close();
    await browser.close();
    await sources.close();
  }
}

const context = () => ({ owner: 'test', signal: new AbortController().signal });

/** True if the frame at a second is not black. */
function isVisible(url: string, at: number): Promise<boolean> {
  return withRenderer(url, String(at), async (renderer) => {
    const { picture } = await renderer.frame(
      toParsedEdit(EDIT),
      { at, format: 'png', watermark: false },
      context(),
    );
    const { channels } = await sharp(picture).stats();
    return (channels[0]?.max ?? 0) > 100;
  });
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

test.runIf(process.platform === 'linux')(
  'a media process that dies while its speech is transcribed is replaced',
  async () => {
    const words = [{ word: 'Hello', start: 1, end: 2 }];
    const before = await childrenOf(process.pid);
    const killed: number[] = [];
    const killProcesses = async (): Promise<void> => {
      killed.push(...(await childrenOf(process.pid)).filter((id) => !before.includes(id)));
      for (const id of killed) process.kill(id, 'SIGKILL');
      await vi.waitUntil(() => !killed.some(isAlive), { timeout: 10_000 });
    };
    const server = await startTranscriptionServer((_, response) => {
      void killProcesses().then(() => respondWithJson(response, 200, { text: 'Hello.', words }));
    });
    opened.push(server);
    const to = media.path('replaced.mp4');
    const [voices, captions] = EDIT.timeline.tracks;
    const [voice] = voices!.clips;
    // Another part of the voice than before, so that its transcript is not known yet.
    const asset = { type: 'audio', src: 'voice.mp4', trim: 2, speed: 2 } as const;
    const timeline = { ...EDIT.timeline, tracks: [{ clips: [{ ...voice!, asset }] }, captions!] };
    const { frames } = await withRenderer(server.url, 'replaced', (renderer, folder) =>
      renderer.render(
        toParsedEdit({ ...EDIT, timeline }),
        { output: to },
        { ...context(), watermark: false, folder },
      ),
    );
    expect(killed).not.toEqual([]);
    expect(frames).toBe(125);
  },
);
