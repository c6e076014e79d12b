import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import type { ProviderAccess, ProviderContext } from '../../generation/generation-provider.ts';
import { detectTypeHere } from '../detect-type.fixture.ts';
import { SERVICE_KEY } from './protocol-server.fixture.ts';

const disposals: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const dispose of disposals.splice(0).reverse()) await dispose();
});

/** Closes something after the test. Returns it. */
export function closeAfterTest<Closable extends { close(): Promise<void> }>(closable: Closable): Closable {
  disposals.push(() => closable.close());
  return closable;
}

/** Creates the context of a call, with a folder that is removed after the test. */
export async function createProviderContext(
  access: Partial<ProviderAccess>,
  signal = new AbortController().signal,
): Promise<ProviderContext> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-service-'));
  disposals.push(() => rm(folder, { recursive: true, force: true }));
  return { access: { key: SERVICE_KEY, ...access }, signal, folder, detectType: detectTypeHere };
}
