import { describe, expect, it } from 'vitest';
import { createSettingReader } from '../base/setting.ts';
import { PROVIDER_SETTINGS } from './settings.ts';

const read = (environment: Record<string, string>) =>
  PROVIDER_SETTINGS.read(createSettingReader(environment), { workingFolder: '/work', home: '/work' });

describe('the settings of the providers', () => {
  it('select another model of a transcription service', () => {
    const settings = { KINORA_TRANSCRIBE_URL: 'https://a.example/v1', KINORA_TRANSCRIBE_MODEL: 'large-v3' };
    const service = { kind: 'service', url: 'https://a.example/v1', key: undefined, model: 'large-v3' };
    expect(read(settings).transcriber).toEqual(service);
  });

  it('select a Whisper model by its path, or by its URL and hash', () => {
    expect(read({ KINORA_WHISPER_MODEL: 'models/base.bin' }).transcriber).toEqual({
      kind: 'whisper',
      model: { kind: 'file', path: '/work/models/base.bin' },
    });
    const hash = 'aB'.repeat(32);
    expect(read({ KINORA_WHISPER_MODEL: `https://a.example/b.bin?c=d#sha256=${hash}` }).transcriber).toEqual({
      kind: 'whisper',
      model: { kind: 'url', url: 'https://a.example/b.bin?c=d', sha256: hash.toLowerCase() },
    });
  });

  it('select a Whisper model by its name', () => {
    expect(read({ KINORA_WHISPER_MODEL: 'large-v3-turbo' }).transcriber).toMatchObject({
      kind: 'whisper',
      model: { kind: 'named', model: { name: 'large-v3-turbo' } },
    });
    expect(read({ KINORA_WHISPER_MODEL: './base' }).transcriber).toEqual({
      kind: 'whisper',
      model: { kind: 'file', path: '/work/base' },
    });
  });

  it('allow only one transcriber', () => {
    expect(() =>
      read({ KINORA_TRANSCRIBE_URL: 'http://gpu:8000', KINORA_WHISPER_MODEL: 'base.bin' }),
    ).toThrow('Set either `KINORA_TRANSCRIBE_URL` or `KINORA_WHISPER_MODEL`, not both.');
  });

  it.each([
    ['KINORA_TRANSCRIBE_URL', 'gpu:8000', '`KINORA_TRANSCRIBE_URL` must be the http or https'],
    [
      'KINORA_TRANSCRIBE_KEY',
      'sk',
      '`KINORA_TRANSCRIBE_KEY` has no effect unless `KINORA_TRANSCRIBE_URL` is set.',
    ],
    [
      'KINORA_TRANSCRIBE_MODEL',
      'a',
      '`KINORA_TRANSCRIBE_MODEL` has no effect unless `KINORA_TRANSCRIBE_URL` is set.',
    ],
    ['KINORA_WHISPER_MODEL', 'large-v4', 'must be the name of a model (tiny, tiny.en, base, '],
    [
      'KINORA_WHISPER_MODEL',
      'https://a.example/b.bin',
      '`KINORA_WHISPER_MODEL` must be the name of a model (tiny, ',
    ],
    [
      'KINORA_WHISPER_MODEL',
      'https://a.example/b#sha256=12',
      '`KINORA_WHISPER_MODEL` must be the name of a model (tiny, ',
    ],
  ])('reject %s=%s', (name, value, sentence) => {
    const reading = () => read({ [name]: value });
    expect(reading).toThrow(expect.objectContaining({ code: 'invalid_setting' }));
    expect(reading).toThrow(sentence);
  });
});
