import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createSettingReader } from '../base/setting.ts';
import { chooseVoice } from './choose-voice.ts';
import { openSpeaker } from './open-speaker.ts';
import { SPEAKER_SETTINGS } from './settings.ts';
import { SoundEdges } from './sound-edges.ts';
import { programOf } from './synthesisers.ts';
import { timeBySilence } from './time-by-silence.ts';
import { openVoiceModel } from './voice-model.ts';

const folders: string[] = [];

afterEach(async () => {
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true })));
});

async function makeModel(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-voice-'));
  folders.push(folder);
  await mkdir(join(folder, 'espeak-ng-data'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

const PIPER = {
  'de_DE-x.onnx': 'x',
  'tokens.txt': '_ 0',
  'de_DE-x.onnx.json': '{"language":{"code":"de_DE"},"num_speakers":1}',
};

describe('a voice model', () => {
  it('of Piper speaks its own language, and no other', async () => {
    const model = await openVoiceModel(await makeModel(PIPER));
    expect(model).toMatchObject({ kind: 'vits', languages: ['de'], speakers: 1 });
    const options = { type: 'text-to-speech', voice: 'Vicki', text: 'x' } as const;
    expect(chooseVoice(options, model).synthesiser).toBe('model');
    expect(chooseVoice({ ...options, language: 'fr-FR' }, model).synthesiser).toBe('espeak');
    expect(chooseVoice({ ...options, language: 'en-US' }, model).synthesiser).toBe('flite');
  });

  it('of Kokoro speaks English', async () => {
    const folder = await makeModel({ 'model.onnx': 'x', 'tokens.txt': '_ 0', 'voices.bin': 'x' });
    expect(await openVoiceModel(folder)).toMatchObject({ kind: 'kokoro', languages: ['en'] });
  });

  it('must be complete', async () => {
    const incomplete = await makeModel({ 'de_DE-x.onnx': 'x' });
    for (const folder of [incomplete, '/does/not/exist'])
      await expect(openSpeaker({ voiceModel: folder })).rejects.toMatchObject({ code: 'invalid_setting' });
  });

  it('that cannot be loaded is an error that names the setting', async () => {
    const speaker = await openSpeaker({ voiceModel: await makeModel(PIPER) });
    const options = { type: 'text-to-speech', voice: 'Vicki', text: 'Hallo' } as const;
    const speech = speaker.speak(options, { signal: AbortSignal.timeout(20_000), folder: tmpdir() });
    await expect(speech).rejects.toMatchObject({
      code: 'speech_failed',
      message: expect.stringContaining('KINORA_VOICE_MODEL') as string,
    });
    await speaker.close();
  });

  it('is set by the path of its folder', () => {
    const read = createSettingReader({ KINORA_VOICE_MODEL: 'voice' });
    const places = { workingFolder: '/home', home: '/' };
    expect(SPEAKER_SETTINGS.read(read, places)).toEqual({ voiceModel: '/home/voice' });
    expect(SPEAKER_SETTINGS.read(createSettingReader({}), places)).toEqual({ voiceModel: undefined });
  });

  it('times its words by the pauses, and by their lengths between the pauses', () => {
    const rate = 1000;
    const sound = new Float32Array(2000).fill(0.5, 0, 800).fill(0.5, 1000, 2000);
    const words = ['aaaa', 'aaa,', 'bbbb', 'bbbb'].map((spoken) => ({ spoken, joined: false }));
    const times = timeBySilence(words, new SoundEdges(sound, rate)).map((span) => span[0].toFixed(1));
    expect(times).toEqual(['0.0', '0.4', '1.0', '1.5']);
  });
});

describe('a missing package', () => {
  it.each([
    ['espeak', /^This language needs the optional package `@echogarden\/espeak-ng-emscripten`/],
    ['model', /^`KINORA_VOICE_MODEL` needs the optional package `sherpa-onnx-node`/],
  ] as const)('of %s is named, and is no internal error', (name, message) => {
    const resolve = (): never => {
      throw new Error('not found');
    };
    const missing = {
      code: 'package_missing',
      fault: 'operator',
      message: expect.stringMatching(message) as string,
    };
    expect(() => programOf(name, undefined, resolve)).toThrow(expect.objectContaining(missing) as Error);
  });
});
