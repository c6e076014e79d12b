import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { KinoraError } from '../base/errors.ts';
import { inChildProcess, isOvercome } from '../render/isolate/isolate.ts';
import type { Sound, TranscribeOptions, Transcriber, Transcript } from '../render/transcribe/transcript.ts';
import { type ModelConfig, type ModelFile, modelFrom, modelHere } from './whisper-model.ts';

/** A model uses every core there is: more at once would only take more memory. */
const AT_ONCE = 1;
/** Without an answer to half a minute of sound for so long, nothing comes any more; in milliseconds. */
const STALL_MS = 20 * 60_000;

/** Recognises sounds on this machine, with the Whisper inside FFmpeg, in a process of its own. */
export function whisperTranscriber(config: ModelConfig): Transcriber {
  const { model, folder, log } = config;
  const store = model.kind === 'file' ? modelHere(model.path) : modelFrom(model.url, model.sha256, config);
  const turns = pLimit(AT_ONCE);

  async function recognised(sound: Sound, file: ModelFile, options: TranscribeOptions): Promise<Transcript> {
    await mkdir(folder, { recursive: true });
    const own = await mkdtemp(join(folder, 'sound-'));
    try {
      const task = { sound: join(own, 'sound.wav'), model: file.path, notes: join(own, 'notes') };
      await writeFile(task.sound, sound.wav);
      const limits = limitsFor(sound, file);
      return await inChildProcess(
        { kind: 'recognise', files: {}, ...task },
        { signal: options.signal, log, limits },
      );
    } catch (error) {
      throw isOvercome(error) ? overcome(error) : error;
    } finally {
      await rm(own, { recursive: true, force: true });
    }
  }

  return {
    identity: () => store.identity(),
    transcribe: (sound, options) =>
      turns(async () => recognised(sound, await store.file(options.signal, options.onProgress), options)),
    close: () => store.close(),
  };
}

/** A model is read into memory, where it needs about as much again to work. */
function limitsFor({ seconds }: Sound, { size }: ModelFile): { memory: number; time: number; stall: number } {
  return { memory: 2 * size + 2 ** 31, time: STALL_MS + 30_000 * seconds, stall: STALL_MS };
}

function overcome(cause: unknown): KinoraError {
  const message =
    'The speech model of KINORA_WHISPER_MODEL cannot be used: its process ended, or took too much time or memory; the model may be damaged, or too large for this machine.';
  return new KinoraError('transcription_failed', message, { cause });
}
