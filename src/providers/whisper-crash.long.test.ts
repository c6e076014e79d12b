import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SILENT } from '../base/logger.ts';
import { failureOf } from '../base/failure-of.fixture.ts';
import { encodeWav } from '../render/transcribe/wav.ts';
import { writeEmptyModel } from './empty-model.fixture.ts';
import { createWhisperTranscriber } from './whisper-transcriber.ts';

test('a model that crashes its process is an error and affects nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-crash-'));
  const path = join(folder, 'model.bin');
  await writeEmptyModel(path);
  const model = { kind: 'file', path } as const;
  const transcriber = createWhisperTranscriber({ model, folder: join(folder, 'models'), log: SILENT });
  try {
    const options = { signal: new AbortController().signal, onProgress: () => undefined };
    const sound = { wav: encodeWav(new Int16Array(16_000)), seconds: 1 };
    expect(await failureOf(transcriber.transcribe(sound, options))).toContain(
      'The speech model of this machine cannot be used: its process crashed or exceeded',
    );
  } finally {
    await transcriber.close();
    await rm(folder, { recursive: true });
  }
});
