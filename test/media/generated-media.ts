import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { KinoraError } from '../../src/base/errors.ts';
import type { TranscribedWord } from '../../src/base/transcribed-word.ts';
import type { GeneratedFile, GenerationRequest } from '../../src/create/model.ts';
import type { GeneratedMedia, GenerationContext } from '../../src/render/generate/generated-media.ts';
import { encodeWav } from '../../src/render/transcribe/wav.ts';
import { fillRect, makeClip } from './clips.ts';

/** Samples per second of a generated speech. */
const SPEECH_RATE = 16_000;
/** Seconds of silence after the last word of a speech. */
const REST_SECONDS = 0.3;
/** Seconds of a generated video. */
export const VIDEO_SECONDS = 2;

/** Media that is made on the spot: beeps, a red image or a blue video. */
export interface FakeMedia extends GeneratedMedia {
  /** The requests to make something, in order. */
  readonly requests: GenerationRequest[];
  /** The number of questions for kept files. */
  readonly searches: () => number;
}

/** The behaviour of a {@link FakeMedia}. */
export interface FakeMediaOptions {
  /** False if the words of a speech are unknown. Default: true. */
  readonly knowsWords?: boolean;
  /** Remarks on each file. */
  readonly warnings?: readonly string[];
  /** True if an outside service makes the file of a request. Default: Kinora makes all of them. */
  readonly isPaid?: (request: GenerationRequest) => boolean;
  /** Called before a file is made. May reject. */
  readonly beforeMaking?: (request: GenerationRequest, context: GenerationContext) => Promise<void>;
}

/**
 * Creates media for tests. Each is made once and kept. A speech has one beep for each word, at the times of
 * {@link timesOfWords}.
 */
export function createFakeMedia(options: FakeMediaOptions = {}): FakeMedia {
  const requests: GenerationRequest[] = [];
  const kept = new Set<string>();
  let searches = 0;
  const obtain: FakeMedia['obtain'] = async (request, context) => {
    requests.push(request);
    await options.beforeMaking?.(request, context);
    if (context.signal.aborted) throw new KinoraError('cancelled', 'The work was cancelled.');
    kept.add(JSON.stringify([context.owner, request]));
    return await makeFile(request, context, options);
  };
  const find: FakeMedia['find'] = async (request, context) => {
    searches += 1;
    if (!kept.has(JSON.stringify([context.owner, request]))) return undefined;
    return await makeFile(request, context, options);
  };
  return {
    requests,
    searches: () => searches,
    obtain,
    find,
    findOrMake: async (request, context) =>
      (await find(request, context)) ??
      (options.isPaid?.(request) === true ? undefined : await obtain(request, context)),
  };
}

/** Returns the words of a fake speech: each lasts 0.25 s, and their distances grow. */
export function timesOfWords(text: string): TranscribedWord[] {
  let from = 0.2;
  return text.split(' ').map((word, index) => {
    const begin = Math.round(from * 1000) / 1000;
    from += 0.4 + 0.013 * index;
    return { text: word, from: begin, to: Math.round((begin + 0.25) * 1000) / 1000 };
  });
}

async function makeFile(
  { options }: GenerationRequest,
  { folder }: GenerationContext,
  { knowsWords = true, warnings = [] }: FakeMediaOptions,
): Promise<GeneratedFile> {
  switch (options.type) {
    case 'text-to-music':
    case 'text-to-speech': {
      const words = timesOfWords('text' in options ? options.text : options.prompt);
      const path = join(folder, 'file.wav');
      await writeFile(path, encodeWav(beepAt(words)));
      return { path, extension: '.wav', warnings, ...(knowsWords && { words }) };
    }
    case 'text-to-image': {
      const { width, height } = options;
      const path = join(folder, 'file.png');
      await sharp({ create: { width, height, channels: 3, background: '#ff0000' } }).toFile(path);
      return { path, extension: '.png', warnings };
    }
    case 'image-to-video':
    case 'text-to-video':
    case 'text-to-avatar':
    case 'text-generator': {
      const path = join(folder, 'file.mp4');
      const ticks = Array.from({ length: 25 * VIDEO_SECONDS }, (_, index) => index);
      const paint: Parameters<typeof makeClip>[1]['paint'] = (planes) =>
        fillRect(planes, [0, 0, 64, 36], [40, 240, 110]);
      await makeClip(path, { width: 64, height: 36, clock: 25, ticks, paint });
      return { path, extension: '.mp4', warnings };
    }
  }
}

function beepAt(words: readonly TranscribedWord[]): Int16Array {
  const samples = new Int16Array(Math.round(((words.at(-1)?.to ?? 0) + REST_SECONDS) * SPEECH_RATE));
  for (const { from } of words) {
    const start = Math.round(from * SPEECH_RATE);
    for (let at = start; at < start + 0.1 * SPEECH_RATE; at++)
      samples[at] = 24_000 * Math.sin((2 * Math.PI * 1000 * at) / SPEECH_RATE);
  }
  return samples;
}
