import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { KinoraError } from '../../base/errors.ts';
import { tryParseJson } from '../../base/try-parse-json.ts';
import { RequestCoalescer } from '../fetch/request-coalescer.ts';
import { removeOldestFiles, removeUnusedFiles } from '../../base/disk/remove-old-files.ts';
import { ignoreMissing } from '../../base/ignore-missing.ts';
import type { Transcriber, Transcript, TranscribeOptions } from './transcript.ts';
import type { SpeechSound } from './write-sounds.ts';

/** Maximum size of the cache in bytes: the transcripts of about 4,000 hours. */
const MAX_BYTES = 500_000_000;
/** Milliseconds after which an unfinished file counts as left behind by a dead process. */
const ABANDONED_AFTER_MS = 60 * 60_000;

/** The version of the file format. Increase it when the format changes. */
const VERSION = 1;
const CachedTranscript = z.object({
  language: z.string().optional(),
  words: z.array(
    z.object({
      text: z.string().min(1),
      from: z.number(),
      to: z.number(),
      joined: z.literal(true).optional(),
    }),
  ),
});

/** A cache of transcripts. Each sound is transcribed once. */
export interface TranscriptCache {
  /**
   * Returns the transcript of a sound from the cache, or transcribes it. Simultaneous requests for the same
   * sound share one transcription. A transcript without words is not kept, because a recogniser that heard
   * nothing may have been wrong.
   *
   * @throws {KinoraError} the same errors as {@link Transcriber.transcribe}.
   */
  get(sound: SpeechSound, options: TranscribeOptions): Promise<Transcript>;
  close(): Promise<void>;
}

/**
 * Opens a cache of transcripts. If the cache grows too large, it removes the least recently used transcripts.
 *
 * @param folder folder of the cache. Created if missing. Several processes can share it.
 * @param transcriber makes the missing transcripts. The cache closes the transcriber.
 */
export function openTranscriptCache(folder: string, transcriber: Transcriber): TranscriptCache {
  const coalescer = new RequestCoalescer<Transcript>();
  const partial = join(folder, 'partial');
  const kept = join(folder, 'kept');

  async function make(sound: SpeechSound, path: string, options: TranscribeOptions): Promise<Transcript> {
    const known = await readCached(path);
    if (known) return known;
    await mkdir(partial, { recursive: true });
    await mkdir(kept, { recursive: true });
    const wav = await readFile(sound.path);
    const transcript = await transcriber.transcribe({ wav, seconds: sound.seconds }, options);
    if (transcript.words.length > 0) await keep(transcript, path);
    return transcript;
  }

  async function keep(transcript: Transcript, path: string): Promise<void> {
    const part = join(partial, randomUUID());
    try {
      await writeFile(part, JSON.stringify(transcript), { flush: true });
      await rename(part, path);
    } finally {
      await rm(part, { force: true });
    }
    await removeUnusedFiles(partial, Date.now() - ABANDONED_AFTER_MS);
    await removeOldestFiles(kept, MAX_BYTES);
  }

  return {
    async get(sound, options) {
      const path = join(kept, fileNameOf(sound, await transcriber.identity()));
      return await coalescer
        .run(path, options.signal, (signal) => make(sound, path, { ...options, signal }))
        .catch((error: unknown) => {
          throw options.signal.aborted ? cancelled(error) : error;
        });
    },
    close: () => transcriber.close(),
  };
}

function cancelled(cause: unknown): KinoraError {
  return new KinoraError('cancelled', 'The render was cancelled.', { cause });
}

/** Returns the file name for the transcript of a sound. @param identity the identity of the transcriber. */
function fileNameOf({ hash }: SpeechSound, identity: string): string {
  return createHash('sha256')
    .update(JSON.stringify([VERSION, hash, identity]))
    .digest('hex');
}

/**
 * Reads a cached transcript and marks it as used. Returns undefined if the transcript is missing or damaged.
 */
async function readCached(path: string): Promise<Transcript | undefined> {
  const text = await ignoreMissing(readFile(path, 'utf8'));
  if (text === undefined) return undefined;
  const { data } = CachedTranscript.safeParse(tryParseJson(text));
  if (!data) return undefined;
  await ignoreMissing(utimes(path, new Date(), new Date()));
  const words = data.words.map(({ text: word, from, to, joined }) => ({
    text: word,
    from,
    to,
    ...(joined && { joined }),
  }));
  return { words, ...(data.language !== undefined && { language: data.language }) };
}
