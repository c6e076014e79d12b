import { describe, expect, it } from 'vitest';
import { createWelcome, findAddressWarning, type WelcomeSettings } from './welcome.ts';

const KEYS = { v1: 'key-of-v1', stage: 'key-of-stage' };
const SETTINGS: WelcomeSettings = {
  home: '/srv/a "home"',
  host: '127.0.0.1',
  keys: undefined,
  publicUrl: undefined,
};
const START = { publicUrl: 'http://127.0.0.1:3000', keys: KEYS, hasNewKeys: true };

const ADDRESSES = ['192.0.2.7', '198.51.100.7'];
const warningFor = (settings: Partial<WelcomeSettings>, addresses = ADDRESSES) =>
  findAddressWarning('http://localhost:8080', { ...SETTINGS, ...settings }, addresses);

describe('the text of a server that is ready', () => {
  it('has the keys at the first start on a terminal', () => {
    const text = createWelcome(START, SETTINGS, true);
    expect(text).toContain('key for v1     key-of-v1\n  key for stage  key-of-stage\n');
    expect(text).toMatch(
      / curl -H 'x-api-key: key-of-v1' .*hello\.json' 'http:\/\/127\.0\.0\.1:3000\/edit\/v1\/render'\n/,
    );
  });

  it.each([
    ['a later start', false, true],
    ['the first start without a terminal', true, false],
    ['a later start without a terminal', false, false],
  ])('says where the keys are at %s', (_when, hasNewKeys, isTerminal) => {
    const text = createWelcome({ ...START, hasNewKeys }, SETTINGS, isTerminal);
    expect(text).not.toContain('key-of');
    expect(text).toContain('The keys for v1 and stage are in /srv/a "home"/keys.json.');
    expect(text).toContain(
      String.raw`export KINORA_KEY=$(node -p 'require("/srv/a \"home\"/keys.json").v1')`,
    );
    expect(text).toContain('curl -H "x-api-key: $KINORA_KEY"');
  });

  it('never has the keys of the settings', () => {
    const text = createWelcome({ ...START, hasNewKeys: false }, { ...SETTINGS, keys: KEYS }, true);
    expect(text).not.toContain('key-of');
    expect(text).toContain('The keys are those of KINORA_KEYS.');
  });

  it('warns if others cannot use the addresses in callbacks', () => {
    expect(createWelcome(START, { ...SETTINGS, host: '0.0.0.0' }, false)).toContain(
      'Warning: URLs in callbacks',
    );
    expect(createWelcome(START, SETTINGS, false)).not.toContain('Warning');
  });
});

describe('the warning about addresses', () => {
  it.each(['0.0.0.0', '::', '0:0:0:0:0:0:0:0'])('names what to set for HOST=%s', (host) => {
    expect(warningFor({ host })).toBe(
      'URLs in callbacks begin with http://localhost:8080, which works on this machine only. Set KINORA_URL to the address that others use, such as KINORA_URL=http://192.0.2.7:8080 or KINORA_URL=http://198.51.100.7:8080.',
    );
  });

  it('has a placeholder if the addresses of this machine are unknown', () => {
    expect(warningFor({ host: '0.0.0.0' }, [])).toContain('such as KINORA_URL=http://THIS-MACHINE:8080.');
  });

  it.each([
    { host: '0.0.0.0', publicUrl: 'https://media.example' },
    { host: '127.0.0.1' },
    { host: '::1' },
    { host: '192.0.2.7' },
    { host: 'media.example' },
  ])('is absent for %s', (settings) => {
    expect(warningFor(settings)).toBeUndefined();
  });
});
