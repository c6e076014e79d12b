import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, type Mock, test, vi } from 'vitest';
import { KinoraError } from '../../base/errors.ts';
import { SILENT } from '../../base/logger.ts';
import { failureOf } from '../../base/failure-of.fixture.ts';
import { transcribeSpeech } from './transcribe-speech.ts';
import type { Transcriber, Transcript } from './transcript.ts';
import { openTranscriptCache } from './transcript-cache.ts';
import type { SpeechTrack } from './extract-speech.ts';
import type { SpeechSound } from './write-sounds.ts';

const HELLO: Transcript = { language: 'en', words: [{ text: 'Hello', from: 0.5, to: 1 }] };

let folder: string;
let sound: SpeechSound;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-transcripts-'));
  sound = { path: join(folder, 'sound.wav'), hash: 'abc', from: 0, seconds: 2 };
  await writeFile(sound.path, 'a sound');
});
afterEach(() => rm(folder, { recursive: true }));

function transcriberOf(
  identity = 'one',
  transcribe: Transcriber['transcribe'] = () => Promise.resolve(HELLO),
): Omit<Transcriber, 'transcribe'> & { readonly transcribe: Mock<Transcriber['transcribe']> } {
  const close = (): Promise<void> => Promise.resolve();
  return { identity: () => Promise.resolve(identity), transcribe: vi.fn(transcribe), close };
}

const open = (transcriber: Transcriber) => openTranscriptCache(join(folder, 'home'), transcriber);
const options = () => ({ signal: new AbortController().signal, onProgress: () => undefined });

test('a sound is transcribed once, even after a restart', async () => {
  const first = transcriberOf();
  const transcripts = open(first);
  expect(await transcripts.get(sound, options())).toEqual(HELLO);
  expect(await transcripts.get({ ...sound, path: '/nowhere', from: 7 }, options())).toEqual(HELLO);
  const second = transcriberOf();
  expect(await open(second).get(sound, options())).toEqual(HELLO);
  expect(first.transcribe).toHaveBeenCalledTimes(1);
  expect(first.transcribe.mock.calls[0]?.[0]).toEqual({ wav: Buffer.from('a sound'), seconds: 2 });
  expect(second.transcribe).not.toHaveBeenCalled();
});

test('another sound and another model are transcribed again', async () => {
  const transcriber = transcriberOf();
  await open(transcriber).get(sound, options());
  await open(transcriber).get({ ...sound, hash: 'def' }, options());
  expect(transcriber.transcribe).toHaveBeenCalledTimes(2);
  const other = transcriberOf('two');
  await open(other).get(sound, options());
  expect(other.transcribe).toHaveBeenCalledTimes(1);
});

test('simultaneous renders of one sound share a transcription, which continues if one is cancelled', async () => {
  const answer = Promise.withResolvers<Transcript>();
  const transcriber = transcriberOf('one', () => answer.promise);
  const transcripts = open(transcriber);
  const leaving = new AbortController();
  const left = failureOf(transcripts.get(sound, { ...options(), signal: leaving.signal }));
  const stays = transcripts.get(sound, options());
  while (transcriber.transcribe.mock.calls.length === 0) await turn();
  leaving.abort();
  expect(await left).toContain('The render was cancelled.');
  expect(transcriber.transcribe.mock.calls[0]?.[1].signal.aborted).toBe(false);
  answer.resolve(HELLO);
  expect(await stays).toEqual(HELLO);
  expect(transcriber.transcribe).toHaveBeenCalledTimes(1);
});

test('a failure is not cached, and leaves no files', async () => {
  const broken = new KinoraError('transcriber_unreachable', 'It does not answer.');
  const transcriber = transcriberOf('one', () => Promise.reject(broken));
  const transcripts = open(transcriber);
  await expect(transcripts.get(sound, options())).rejects.toBe(broken);
  await expect(transcripts.get(sound, options())).rejects.toBe(broken);
  expect(transcriber.transcribe).toHaveBeenCalledTimes(2);
  expect(await readdir(join(folder, 'home'), { recursive: true })).toEqual(['kept', 'partial']);
});

test('a transcript without words is not cached', async () => {
  const answers: Transcript[] = [{ words: [] }, HELLO];
  const transcriber = transcriberOf('one', () => Promise.resolve(answers.shift() ?? { words: [] }));
  const transcripts = open(transcriber);
  expect(await transcripts.get(sound, options())).toEqual({ words: [] });
  expect(await transcripts.get(sound, options())).toEqual(HELLO);
  expect(await transcripts.get(sound, options())).toEqual(HELLO);
  expect(transcriber.transcribe).toHaveBeenCalledTimes(2);
});

test('a damaged transcript is made again', async () => {
  const transcriber = transcriberOf();
  await open(transcriber).get(sound, options());
  const kept = join(folder, 'home', 'kept');
  const [name = ''] = await readdir(kept);
  await writeFile(join(kept, name), '{"words":[{"text":""');
  expect(await open(transcriber).get(sound, options())).toEqual(HELLO);
  expect(transcriber.transcribe).toHaveBeenCalledTimes(2);
});

const track = (sounds: readonly SpeechSound[]): SpeechTrack => ({
  src: 'alias://speech',
  field: 'a.src',
  sounds,
});
const optionsWith = (transcriber: Transcriber | undefined) => ({
  ...options(),
  transcripts: transcriber && open(transcriber),
  log: SILENT,
});

test('the words of all parts are in source seconds', async () => {
  const parts = [
    { ...sound, from: 2.5 },
    { ...sound, hash: 'def', from: 600.3 },
  ];
  const heard = await transcribeSpeech([track(parts)], optionsWith(transcriberOf()));
  expect(heard.transcripts['alias://speech']?.words).toEqual([
    { text: 'Hello', from: 3, to: 3.5 },
    { text: 'Hello', from: 600.8, to: 601.3 },
  ]);
  expect(heard.warnings).toEqual([]);
});

test('speech without words gives a warning', async () => {
  const transcriber = transcriberOf('one', () => Promise.resolve({ words: [] }));
  const { warnings } = await transcribeSpeech([track([sound])], optionsWith(transcriber));
  expect(warnings).toEqual([{ field: 'a.src', text: 'No words were recognised, so there are no captions.' }]);
});

test('without a transcriber, the error says what to set', async () => {
  const sentence = await failureOf(transcribeSpeech([track([sound])], optionsWith(undefined)));
  expect(sentence).toContain('transcriber_missing');
  expect(sentence).toMatch(
    /a\.src: there is no transcriber\. .* KINORA_TRANSCRIBE_URL.* KINORA_WHISPER_MODEL/,
  );
});

test('the first failure names its captions and cancels the other transcriptions', async () => {
  const transcriber = transcriberOf('one', async (_, { signal }) => {
    if (transcriber.transcribe.mock.calls.length === 2)
      throw new KinoraError('transcription_failed', 'It is broken.');
    return await new Promise<Transcript>((_resolve, reject) => {
      const stop = (): void => reject(new KinoraError('cancelled', 'It was cancelled.'));
      signal.addEventListener('abort', stop);
      if (signal.aborted) stop();
    });
  });
  const tracks = [track([sound]), { ...track([{ ...sound, hash: 'def' }]), src: 'b', field: 'b.src' }];
  expect(await failureOf(transcribeSpeech(tracks, optionsWith(transcriber)))).toMatch(
    /[ab]\.src: It is broken\./,
  );
});
