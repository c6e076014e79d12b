import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { KinoraError } from '../base/errors.ts';
import { unpackVulkanLoader } from '../render/browse/unpack-browser.ts';
import { isProcessFailure, runInChild } from '../render/child/run-in-child.ts';
import type { ProcessLimits } from '../render/child/watchdog.ts';
import type {
  SpeechAudio,
  TranscribeOptions,
  Transcriber,
  Transcript,
} from '../render/transcribe/transcript.ts';
import { type ModelConfig, type ModelFile, openDownloadedModel, openLocalModel } from './whisper-model.ts';
import { usePath } from '../base/process/paths-in-use.ts';

/**
 * Maximum number of models that run at the same time. One model uses all cores, so a second model would only
 * use more memory.
 */
const MAX_CONCURRENT = 1;
/**
 * Milliseconds after which the process counts as stalled if it has not finished the next 30 seconds of sound.
 */
const STALL_MS = 20 * 60_000;

/** Creates a transcriber that runs FFmpeg's Whisper filter on this machine, in a separate process. */
export function createWhisperTranscriber(config: ModelConfig): Transcriber {
  const { model, folder, log } = config;
  const store =
    model.kind === 'file'
      ? openLocalModel(model.path, model.checksum)
      : openDownloadedModel(model.url, model.sha256, config);
  const limit = pLimit(MAX_CONCURRENT);

  async function recognize(
    sound: SpeechAudio,
    file: ModelFile,
    options: TranscribeOptions,
  ): Promise<Transcript> {
    await mkdir(folder, { recursive: true });
    const soundFolder = await mkdtemp(join(folder, 'sound-'));
    using inUse = new DisposableStack();
    inUse.use(usePath(soundFolder));
    try {
      const vulkanLoader = await unpackVulkanLoader(soundFolder).catch((error: unknown) => {
        log.warn(
          { err: error },
          'Could not unpack the Vulkan loader. Using that of the system, if there is one.',
        );
        return undefined;
      });
      const task = {
        sound: join(soundFolder, 'sound.wav'),
        model: file.path,
        notes: join(soundFolder, 'notes'),
        ...(vulkanLoader !== undefined && { vulkanLoader }),
      };
      await writeFile(task.sound, sound.wav);
      const limits = limitsFor(sound, file);
      return await runInChild({ kind: 'recognise', ...task }, { signal: options.signal, log, limits });
    } catch (error) {
      throw isProcessFailure(error) ? createResourceError(error) : error;
    } finally {
      await rm(soundFolder, { recursive: true, force: true });
    }
  }

  return {
    identity: () => store.identity(),
    transcribe: (sound, options) =>
      limit(async () => recognize(sound, await store.file(options.signal, options.onProgress), options)),
    close: () => store.close(),
  };
}

/** Returns the limits of the process. The memory limit is twice the size of the model plus 2 GiB. */
function limitsFor({ seconds }: SpeechAudio, { size }: ModelFile): ProcessLimits {
  return { memoryBytes: 2 * size + 2 ** 31, timeMs: STALL_MS + 30_000 * seconds, stallMs: STALL_MS };
}

function createResourceError(cause: unknown): KinoraError {
  const message =
    'The speech model of this machine cannot be used: its process crashed or exceeded its limit of time or memory. The model may be damaged or too large for this machine.';
  return new KinoraError('transcription_failed', message, { cause });
}
