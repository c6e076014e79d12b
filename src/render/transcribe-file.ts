import { writeFile } from 'node:fs/promises';
import { runInChild } from './child/run-in-child.ts';
import type { RendererConfig, RequestContext } from './renderer-config.ts';
import { writeSubtitles } from './subtitles/write-subtitles.ts';
import { buildSubtitles } from './transcribe/build-subtitles.ts';
import { transcribeSpeech } from './transcribe/transcribe-speech.ts';

/** The field of an ingest request that asks for a transcription. */
const FIELD = 'outputs.transcription';

/** The transcription of a file: its format, the path to write, and a folder for temporary files. */
export interface TranscriptionTarget {
  readonly format: 'srt' | 'vtt';
  readonly to: string;
  /** An empty folder for temporary files. The caller removes it afterwards. */
  readonly folder: string;
}

/**
 * Transcribes the speech of a local media file and writes it as subtitles. The cues are those of captions. A
 * file without words gives subtitles without cues.
 *
 * @throws {KinoraError} `asset_not_media` if the file has no sound that can be decoded, `validation_failed` if
 *   its sound is too long, `transcriber_missing` or another error of a transcriber, or `cancelled`.
 */
export async function transcribeFile(
  path: string,
  { log, children, transcripts }: RendererConfig,
  { format, to, folder, signal, onProgress }: TranscriptionTarget & RequestContext,
): Promise<void> {
  onProgress?.({ phase: 'preprocessing' });
  const task = { kind: 'speech', path, field: FIELD, folder } as const;
  const sounds = await runInChild(task, { signal, onProgress, log, children });
  const { [path]: transcript = { words: [] } } = (
    await transcribeSpeech([{ src: path, field: FIELD, sounds }], {
      transcripts,
      signal,
      onProgress: (activity) => onProgress?.({ phase: 'preprocessing', activity }),
      log,
    })
  ).transcripts;
  await writeFile(to, writeSubtitles(buildSubtitles(transcript).cues, format));
}
