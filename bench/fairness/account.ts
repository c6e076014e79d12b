import type { RunningServer } from '../burst/running-server.ts';

/** Creates an account. @param share its weight in the queues. @returns a key of its stage `v1`. */
export async function createAccount(server: RunningServer, name: string, share = 1): Promise<string> {
  await server.administrate('accounts', 'create', name.toLowerCase());
  const shown = await server.administrate('keys', 'create', '--stage', 'v1', '--account', name.toLowerCase());
  if (share !== 1) await server.administrate('accounts', 'share', name.toLowerCase(), String(share));
  const key = /\b[A-Za-z0-9]{40}\b/.exec(shown)?.[0];
  if (key === undefined) throw new Error(`There is no key in: ${shown}`);
  return key;
}
