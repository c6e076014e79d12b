import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Finding } from '../cli/doctor/finding.ts';
import { examine } from './examine.ts';
import { readSettings } from './settings.ts';

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

async function collect(environment: Record<string, string>): Promise<Finding[]> {
  const all: Finding[] = [];
  const load = () => Promise.resolve(readSettings(environment, '/'));
  const { signal } = new AbortController();
  const noEngine = () => Promise.reject(new Error('It renders.'));
  for await (const each of examine(load, noEngine, { encode: false, signal })) all.push(each);
  return all;
}
