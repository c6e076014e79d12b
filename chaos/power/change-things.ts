import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ignoreMissing } from '../../src/base/ignore-missing.ts';
import type { Survivor, Verdict } from './ledger.ts';
import type { PowerClient } from './power-client.ts';
import { accept, ask, describe, hashBytes, remove } from './requests.ts';

const Created = z.object({ response: z.object({ id: z.string() }) });
const CreatedKey = z.object({ response: z.object({ id: z.string(), key: z.string() }) });

/** The end of the names of backups. */
const BACKUP = '.tar';

/** Stores a template, replaces it, and deletes it. */
export async function changeTemplate({ api, key, ledger, random }: PowerClient): Promise<void> {
  const [first, second] = [templateOf(), templateOf()];
  const idempotencyKey = randomUUID();
  const request = { method: 'POST', path: '/edit/v1/templates', idempotencyKey, body: first } as const;
  const answer = await accept(api, { ...request, key });
  const { id } = Created.parse(JSON.parse(answer.text)).response;
  const [name, path] = [`template ${id}`, `/edit/v1/templates/${id}`];
  ledger.note('template', name, (it) => checkTemplate(it, path, [first.name]));
  ledger.note('repeated', `repeat of ${name}`, async (it) => {
    const repeated = await ask(it, request);
    return repeated.text.includes(id) ? 'kept' : { broken: `It is answered with ${describe(repeated)}` };
  });
  if (random.chance(0.4)) return;
  ledger.note('template', name, (it) => checkTemplate(it, path, [first.name, second.name]));
  await accept(api, { method: 'PUT', path, key, body: second });
  ledger.note('template', name, (it) => checkTemplate(it, path, [second.name]));
  if (random.chance(0.5)) return;
  ledger.forget(name);
  await remove({ api, key }, path);
  ledger.note('deleted', `deletion of ${name}`, async (it) => {
    const { status } = await ask(it, { method: 'GET', path });
    return status === 404 ? 'kept' : { broken: `It is answered with ${status}.` };
  });
}

/** Creates a key, and sometimes revokes it. */
export async function changeKey({ api, key, ledger, random }: PowerClient): Promise<void> {
  const body = { name: 'power', scope: 'read' };
  const answer = await accept(api, { method: 'POST', path: '/edit/v1/keys', key, body });
  const made = CreatedKey.parse(JSON.parse(answer.text)).response;
  const name = `key ${made.id}`;
  const tryKey = async (survivor: Survivor): Promise<number> =>
    (await ask(survivor, { method: 'GET', path: '/edit/v1/account', key: made.key })).status;
  ledger.note('key', name, async (it) => {
    const status = await tryKey(it);
    return status === 200 ? 'kept' : { broken: `It is answered with ${status}.` };
  });
  // An account has at most 100 keys.
  if (random.chance(0.15)) return;
  ledger.forget(name);
  await remove({ api, key }, `/edit/v1/keys/${made.id}`);
  ledger.note('deleted', `revocation of ${name}`, async (it) => {
    const status = await tryKey(it);
    return status === 401 || status === 403 ? 'kept' : { broken: `It is answered with ${status}.` };
  });
}

/** Renews the secret of callbacks, as an operator does. */
export async function renewSecret({ site, ledger }: PowerClient): Promise<void> {
  const name = 'secret of callbacks';
  const show = ['webhooks', 'secret', '--stage', 'v1'];
  ledger.forget(name);
  const secret = await site.command(...show, '--renew');
  if (secret === undefined) return;
  ledger.note('command', name, async (it) => {
    const found = await it.site.command(...show);
    return found === secret ? 'kept' : { broken: 'It is another one.' };
  });
}

/** Writes a backup onto the disk, as an operator does. */
export async function writeBackup({ site, ledger, nextNumber }: PowerClient): Promise<void> {
  const name = `${nextNumber()}${BACKUP}`;
  const path = join(site.disk, name);
  if ((await site.command('backup', path)) === undefined) return;
  const hash = hashBytes(await readFile(path));
  ledger.note('command', 'backup', async (it) => {
    const found = await ignoreMissing(readFile(join(it.site.disk, name)));
    if (found === undefined) return { broken: `The backup ${name} is not there.` };
    return hashBytes(found) === hash
      ? 'kept'
      : { broken: `The backup ${name} has other bytes (${found.length}).` };
  });
  for (const old of await readdir(site.disk))
    if (old.endsWith(BACKUP) && old !== name) await rm(join(site.disk, old));
}

async function checkTemplate(survivor: Survivor, path: string, names: readonly string[]): Promise<Verdict> {
  const answer = await ask(survivor, { method: 'GET', path });
  if (answer.status !== 200) return { broken: describe(answer) };
  // The name is in the edit, too.
  const isOne = names.some((name) => answer.text.split(name).length === 3);
  return isOne ? 'kept' : { broken: 'It is another one.' };
}

function templateOf(): { readonly name: string; readonly template: object } {
  const name = randomUUID();
  const clip = { asset: { type: 'text', text: name }, start: 0, length: 1 };
  return {
    name,
    template: { timeline: { tracks: [{ clips: [clip] }] }, output: { format: 'png', resolution: 'sd' } },
  };
}
