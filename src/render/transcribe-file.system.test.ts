import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, type Mock, test, vi } from 'vitest';
import { makeClip, paintNumber } from '../../test/media/clips.ts';
import { failureOf } from '../base/failure-of.fixture.ts';
import { SILENT } from '../base/logger.ts';
import { SAMPLE_RATE } from '../base/time.ts';
import { testBrowser } from './browse/browser.fixture.ts';
import { openSources } from './fetch/index.ts';
import { openRenderer, type Renderer } from './renderer.ts';
import type { Transcriber, Transcript } from './transcribe/transcript.ts';
import { openTranscriptCache } from './transcribe/transcript-cache.ts';

let folder: string;
let spoken: string;
let silent: string;
let count = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-transcribe-'));
  const picture = { width: 64, height: 36, clock: 5, paint: paintNumber };
  const wave = (index: number): number => Math.sin(index / 10) / 2;
  spoken = join(folder, 'spoken.mp4');
  silent = join(folder, 'silent.mp4');
  await makeClip(spoken, { ...picture, ticks: [0, 1, 2, 3, 4], sound: { samples: SAMPLE_RATE, wave } });
  await makeClip(silent, { ...picture, ticks: [0, 1, 2, 3, 4] });
});
afterAll(() => rm(folder, { recursive: true }));

const WORDS: Transcript = {
  words: [
    { text: 'Hello', from: 0.1, to: 0.4 },
    { text: 'there.', from: 0.45, to: 0.9 },
  ],
};

function transcriberOf(transcript: Transcript): Mock<Transcriber['transcribe']> {
  return vi.fn(() => Promise.resolve(transcript));
}

function open(transcribe?: Transcriber['transcribe']): Renderer {
  const transcriber = transcribe && {
    transcribe,
    identity: () => Promise.resolve('fake'),
    close: () => Promise.resolve(),
  };
  const cache = join(folder, `transcripts-${++count}`);
  return openRenderer({
    sources: openSources({ folder: join(folder, 'cache'), allowHosts: [] }),
    browser: testBrowser(),
    folder,
    log: SILENT,
    ...(transcriber && { transcripts: openTranscriptCache(cache, transcriber) }),
  });
}

async function transcribe(
  renderer: Renderer,
  path: string,
  format: 'srt' | 'vtt' = 'srt',
  signal = new AbortController().signal,
): Promise<string> {
  const temporary = join(folder, `work-${++count}`);
  await mkdir(temporary);
  const to = join(temporary, 'words.txt');
  await renderer.transcribe(path, { format, to, folder: temporary, owner: 'owner', signal });
  return await readFile(to, 'utf8');
}

test('the speech of a file becomes subtitles, and equal sound is transcribed once', async () => {
  const transcribeSound = transcriberOf(WORDS);
  const renderer = open(transcribeSound);
  expect(await transcribe(renderer, spoken)).toBe('1\n00:00:00,100 --> 00:00:01,100\nHello there.\n');
  expect(await transcribe(renderer, spoken, 'vtt')).toBe(
    'WEBVTT\n\n00:00:00.100 --> 00:00:01.100\nHello there.\n',
  );
  expect(transcribeSound).toHaveBeenCalledTimes(1);
  expect(transcribeSound.mock.calls[0]?.[0].seconds).toBeCloseTo(1, 1);
});

test('a file without words becomes subtitles without cues', async () => {
  expect(await transcribe(open(transcriberOf({ words: [] })), spoken, 'vtt')).toBe('WEBVTT\n');
});

test('a file without sound, and a file that is not media, say so', async () => {
  const renderer = open(transcriberOf(WORDS));
  expect(await failureOf(transcribe(renderer, silent))).toBe(
    'asset_not_media: outputs.transcription: the source has no sound to transcribe.',
  );
  const page = join(folder, 'page.mp4');
  await writeFile(page, '<html>Please log in.</html>');
  expect(await failureOf(transcribe(renderer, page))).toBe(
    'asset_not_media: outputs.transcription: the source is not a media file: its content is an HTML page.',
  );
});

test('a server without a transcriber names the settings', async () => {
  expect(await failureOf(transcribe(open(), spoken))).toContain(
    'transcriber_missing: outputs.transcription: there is no transcriber.',
  );
});

test('a cancelled transcription ends', async () => {
  const ended = transcribe(open(transcriberOf(WORDS)), spoken, 'srt', AbortSignal.abort());
  expect(await failureOf(ended)).toContain('cancelled: ');
});
