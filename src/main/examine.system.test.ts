import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Finding } from '../operations/finding.ts';
import { examine } from './examine.ts';
import { examineSettings } from './settings.ts';

it('leaves out what needs the home if the home cannot be used', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-examine-'));
  try {
    await writeFile(join(folder, 'file'), '');
    for (const name of ['file', 'file/home']) {
      const found = await collect({ KINORA_HOME: join(folder, name), PORT: '0' });
      const of = (state: Finding['state']) =>
        found.filter((each) => each.state === state).map(({ about }) => about);
      expect(of('error')).toEqual(['home']);
      expect(of('skipped')).toEqual(['disk', 'secrets', 'database', 'storage', 'addresses']);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('lists all wrong and misspelt settings, and checks what does not need them', async () => {
  const found = await collect({
    KINORA_HOME: '/dev/null/home',
    PORT: 'x',
    KINORA_MIN_FREE_GB: '-1',
    KINORA_STORAGE: 's3://bucket',
    KINORA_FILES: 'open',
    KINORA_FILES_SECRET: 'a secret that needs signed addresses',
    KINORA_STORAEG: '/mnt',
    KINORA_BENCH_MEDIA: '/mnt',
  });
  const settings = found.filter(({ about }) => about === 'settings');
  expect(settings.map(({ state, found: text }) => `${state} ${text.replaceAll('`', '')}`)).toEqual([
    expect.stringMatching(/^error PORT must be/),
    expect.stringMatching(/^error KINORA_MIN_FREE_GB must be/),
    expect.stringMatching(/^error KINORA_FILES must be/),
    expect.stringMatching(/^error S3_ACCESS_KEY_ID is not set/),
    expect.stringMatching(/^warning KINORA_STORAEG is no setting/),
  ]);
  expect(settings.at(-1)?.advice).toContain('Did you mean KINORA_STORAGE?');
  const states = new Map(found.map(({ about, state }) => [about, state]));
  expect(states.get('home')).toBe('error');
  expect(states.get('fonts')).toBe('ok');
  for (const about of ['disk', 'storage', 'ports']) expect(states.get(about)).toBe('skipped');
});

async function collect(environment: Record<string, string>): Promise<Finding[]> {
  const all: Finding[] = [];
  const examined = examineSettings(environment, '/');
  const { signal } = new AbortController();
  const noEngine = () => Promise.reject(new Error('It renders.'));
  for await (const each of examine(examined, noEngine, { encode: false, signal })) all.push(each);
  return all;
}
