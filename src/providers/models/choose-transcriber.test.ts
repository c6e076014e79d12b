import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SILENT } from '../../base/logger.ts';
import { chooseTranscriber } from './choose-transcriber.ts';
import { findSpeechModel, SPEECH_MODELS } from './speech-models.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-models-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function install(name: string, at: number): Promise<void> {
  const path = join(folder, `ggml-${name}.bin`);
  await writeFile(path, '');
  await utimes(path, at, at);
}

/** Returns the transcriber with the installed model of a name. */
function installed(name: string) {
  const checksum = findSpeechModel(name)?.sha1;
  return { kind: 'whisper', model: { kind: 'file', path: join(folder, `ggml-${name}.bin`), checksum } };
}

function named(name: string) {
  const model = SPEECH_MODELS.find((each) => each.name === name);
  if (!model) throw new Error(`There is no model ${name}.`);
  return { kind: 'whisper', model: { kind: 'named', model } } as const;
}

test('without a setting, the model that was installed or chosen last transcribes', async () => {
  expect(chooseTranscriber(undefined, folder, SILENT)).toBeUndefined();
  expect(chooseTranscriber(undefined, join(folder, 'missing'), SILENT)).toBeUndefined();
  await install('small', 2);
  await install('base', 1);
  expect(chooseTranscriber(undefined, folder, SILENT)).toEqual(installed('small'));
});

test('a setting can choose an installed model by its name', async () => {
  await install('small', 2);
  await install('base', 1);
  expect(chooseTranscriber(named('base'), folder, SILENT)).toEqual(installed('base'));
});

test('a chosen model that is not installed is no transcriber, and the log says what to do', async () => {
  await install('small', 2);
  const lines: unknown[] = [];
  const log = { ...SILENT, warn: (_: unknown, text?: string) => lines.push(text) };
  expect(chooseTranscriber(named('base'), folder, log)).toBeUndefined();
  expect(lines).toEqual([expect.stringContaining('kinora models get base')]);
});

test('a service or a file in the settings comes before an installed model', async () => {
  await install('small', 2);
  const service = { kind: 'service', url: 'http://gpu:8000', key: undefined, model: 'whisper-1' } as const;
  expect(chooseTranscriber(service, folder, SILENT)).toBe(service);
  const file = { kind: 'whisper', model: { kind: 'file', path: '/a.bin' } } as const;
  expect(chooseTranscriber(file, folder, SILENT)).toEqual(file);
});

test('each model has a checksum of its own', () => {
  const sums = SPEECH_MODELS.map(({ sha1 }) => sha1);
  expect(sums.filter((sum) => !/^[0-9a-f]{40}$/.test(sum))).toEqual([]);
  expect(new Set(sums).size).toBe(SPEECH_MODELS.length);
});
