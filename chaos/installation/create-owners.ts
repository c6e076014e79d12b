import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Owner } from '../clients/order.ts';
import type { Installation } from './installation.ts';

/** Names of the further accounts. */
const ACCOUNTS = ['second', 'third'];

/** Creates accounts with keys, as an operator does, and stores the credentials of the destination. */
export async function createOwners(installation: Installation, destination: string): Promise<Owner[]> {
  const credentials = join(installation.folder, 'azure.json');
  await writeFile(credentials, JSON.stringify({ accountKey: 'c2VjcmV0', endpoint: destination }));
  const store = (...more: string[]): Promise<string> =>
    run(installation, 'destinations', 'set', 'azure-blob-storage', '--file', credentials, ...more);
  await store();
  const owners: Owner[] = [
    { name: 'first', key: installation.key, webhookSecret: installation.webhookSecret },
  ];
  for (const name of ACCOUNTS) {
    await run(installation, 'accounts', 'create', name);
    const account = ['--account', name];
    await store(...account);
    const key = (await run(installation, 'keys', 'create', '--stage', 'v1', ...account)).trim();
    const secret = await run(installation, 'webhooks', 'secret', '--stage', 'v1', ...account);
    owners.push({ name, key: key.split(/\s/)[0] ?? '', webhookSecret: /whsec_\S+/.exec(secret)?.[0] ?? '' });
  }
  return owners;
}

async function run(
  { program, environment, folder, homes }: Installation,
  ...args: string[]
): Promise<string> {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: { ...environment, KINORA_HOME: homes.at(-1) ?? '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close') as Promise<[number | null]>;
  const [[code], out, err] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  if (code !== 0) throw new Error(`kinora ${args.join(' ')} ended with ${code}: ${err}`);
  return out;
}
