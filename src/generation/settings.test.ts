import { describe, expect, it } from 'vitest';
import { createSettingReader } from '../base/setting.ts';
import { OUTSIDE_PROVIDERS } from '../create/model.ts';
import { GENERATION_SETTINGS } from './settings.ts';

const read = (environment: Record<string, string>) =>
  GENERATION_SETTINGS.read(createSettingReader(environment), { workingFolder: '/', home: '/' }).services;

describe('the settings of services', () => {
  it('give every service a key and an address', () => {
    const names = GENERATION_SETTINGS.declared.map(({ name }) => name);
    expect(names).toHaveLength(2 * OUTSIDE_PROVIDERS.length);
    const environment = Object.fromEntries(
      names.map((name) => [name, name.endsWith('_KEY') ? `of-${name}` : `http://127.0.0.1:1/${name}/`]),
    );
    const services = read(environment);
    expect(Object.keys(services)).toEqual(OUTSIDE_PROVIDERS);
    expect(services['d-id']).toEqual({ key: 'of-KINORA_DID_KEY', url: 'http://127.0.0.1:1/KINORA_DID_URL' });
    expect(services['stability-ai']?.key).toBe('of-KINORA_STABILITY_KEY');
  });

  it('give no service by default', () => {
    expect(read({})).toEqual({});
    expect(read({ KINORA_FAL_KEY: 'a' })).toEqual({ fal: { key: 'a', url: undefined } });
  });

  it.each([
    [{ KINORA_OPENAI_URL: 'http://hidden' }, '`KINORA_OPENAI_URL` has no effect unless `KINORA_OPENAI_KEY`'],
    [{ KINORA_HEYGEN_KEY: 'hidden word' }, '`KINORA_HEYGEN_KEY` must be a word of ASCII characters.'],
    [{ KINORA_FAL_KEY: 'a', KINORA_FAL_URL: 'hidden' }, '`KINORA_FAL_URL` must be the http or https URL'],
  ])('reject %j without repeating the value', (environment, sentence) => {
    const reading = () => read(environment);
    expect(reading).toThrow(expect.objectContaining({ code: 'invalid_setting' }));
    expect(reading).toThrow(sentence);
    expect(reading).not.toThrow('hidden');
  });
});
