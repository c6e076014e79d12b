import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { ProviderAccess, ProviderContext } from '../../generation/generation-provider.ts';
import { detectTypeHere } from '../detect-type.fixture.ts';

/** The key that the local servers accept. */
export const TEST_KEY = 'secret-key-1234567890';

/** Creates a folder for results, which is removed after the test. */
export async function createResultFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Creates the context of a request to a local server. */
export async function createProviderContext(
  url: string | undefined,
  access: Partial<ProviderAccess> = {},
  signal = new AbortController().signal,
): Promise<ProviderContext> {
  const folder = await createResultFolder();
  return { access: { key: TEST_KEY, url, ...access }, signal, folder, detectType: detectTypeHere };
}
