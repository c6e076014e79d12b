import { createReadStream } from 'node:fs';
import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createBrotliDecompress } from 'node:zlib';
import { extract } from 'tar-stream';
import { expect, it } from 'vitest';
import { waitUntil } from '../../src/store/test-databases.fixture.ts';
import { endServer, startServer } from './server-process.ts';

/** The requested render and template of the packed home. */
const RENDER = '01a22798-7417-7473-83f3-a0e8c408bac2';
const TEMPLATE = '01a22798-74ef-77f8-a732-030cf4140f98';

/** Unpacks a home. */
async function unpack(archive: string, folder: string): Promise<void> {
  const entries = createReadStream(archive).pipe(createBrotliDecompress()).pipe(extract());
  for await (const entry of entries) {
    const { name, type, mode } = entry.header;
    const path = join(folder, name);
    const bytes = await buffer(entry);
    await mkdir(type === 'directory' ? path : dirname(path), { recursive: true, mode: 0o700 });
    if (type === 'file') await writeFile(path, bytes, { mode });
  }
}

it('a home of version 0.1.0 (commit 6b042339) opens, is migrated, and renders', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'kinora-old-home-'));
  await mkdir(join(folder.path, 'tmp'));
  await unpack(join(import.meta.dirname, '../homes/6b042339.tar.br'), join(folder.path, 'home'));
  const server = await startServer(folder.path);
  const ask = async (path: string, body?: object) => {
    const answer = await fetch(server.url + path, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'x-api-key': server.keys.v1, 'content-type': 'application/json' },
    });
    const { response } = (await answer.json()) as { response: { id: string; status: string; url: string } };
    return response;
  };
  try {
    const kept = await ask(`/edit/v1/render/${RENDER}?data=false`);
    expect(kept.status).toBe('done');
    const file = new URL(new URL(kept.url).pathname, server.url);
    expect((await fetch(file)).headers.get('content-type')).toBe('video/mp4');
    const { id } = await ask('/edit/v1/templates/render', {
      id: TEMPLATE,
      merge: [{ find: 'word', replace: 'New' }],
    });
    await waitUntil(async () => (await ask(`/edit/v1/render/${id}?data=false`)).status === 'done');
    const film = await ask('/edit/v1/edits', { name: 'New', edit: { timeline: {} } });
    expect(await ask(`/edit/v1/edits/${film.id}`)).toMatchObject({ version: 1, edit: { timeline: {} } });
  } finally {
    await endServer(server);
  }
});
