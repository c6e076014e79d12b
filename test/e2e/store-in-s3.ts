import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { expect } from 'vitest';
import { startS3Server } from '../../src/hosting/s3-server.fixture.ts';
import { openRenderServices } from '../../src/engine/render-services.ts';
import { readSettings } from '../../src/main/settings.ts';
import { start } from '../../src/main/start.ts';
import { waitUntil } from '../../src/store/test-databases.fixture.ts';

const KEY = 'a-key';
const HEADERS = { 'x-api-key': KEY, 'content-type': 'application/json' };

interface ShownRender {
  id: string;
  status: string;
  url: string;
  poster: string;
}

/**
 * Checks that a render is stored in S3, served from there, usable as a source, and deleted.
 *
 * @param more More settings.
 * @param redirected True if the server redirects clients to signed URLs of S3.
 */
export async function storeInS3(more: Readonly<Record<string, string>>, redirected: boolean): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-e2e-s3-'));
  const s3 = await startS3Server();
  try {
    await checkStorage(s3, folder, more, redirected);
  } finally {
    await s3.close();
    await rm(folder, { recursive: true });
  }
}

async function checkStorage(
  s3: Awaited<ReturnType<typeof startS3Server>>,
  folder: string,
  more: Readonly<Record<string, string>>,
  redirected: boolean,
): Promise<void> {
  const { accessKeyId, secretAccessKey } = s3.location;
  const settings = readSettings(
    {
      KINORA_HOME: join(folder, 'home'),
      PORT: '0',
      KINORA_KEYS: `v1:${KEY},stage:another`,
      KINORA_STORAGE: 's3://films/files',
      S3_ENDPOINT: s3.url,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
      ...more,
    },
    '/',
  );
  const both = { api: true, workers: true };
  const running = await start(settings, both, openRenderServices, pino({ level: 'silent' }));
  try {
    const { id, url, poster } = await renderOne(running.publicUrl, { type: 'text', text: 'Hi' });
    const part = await fetch(url, { headers: { range: 'bytes=4-7' } });
    expect([part.status, part.redirected, await part.text()]).toEqual([206, redirected, 'ftyp']);
    expect((await fetch(poster)).headers.get('content-type')).toBe('image/jpeg');
    expect((await fetch(url.split('?')[0]!)).status).toBe(redirected ? 403 : 200);

    await renderOne(running.publicUrl, { type: 'video', src: url });

    const assets = `${running.publicUrl}/serve/v1/assets`;
    const listed = await fetch(`${assets}/render/${id}`, { headers: HEADERS });
    const { data } = (await listed.json()) as { data: { attributes: ShownRender }[] };
    const { attributes } = data.find((asset) => asset.attributes.url === url)!;
    const headers = { 'x-api-key': KEY };
    const deleted = await fetch(`${assets}/${attributes.id}`, { method: 'DELETE', headers });
    expect(deleted.status).toBe(204);
    expect([(await fetch(url)).status, (await fetch(poster)).status]).toEqual([404, 200]);
  } finally {
    await running.stop();
  }
}

async function renderOne(address: string, asset: object): Promise<ShownRender> {
  const output = { format: 'mp4', size: { width: 160, height: 90 }, poster: { capture: 0 } };
  const body = JSON.stringify({
    timeline: { tracks: [{ clips: [{ asset, start: 0, length: 1 }] }] },
    output,
  });
  const queued = await fetch(`${address}/edit/v1/render`, { method: 'POST', headers: HEADERS, body });
  const { response } = (await queued.json()) as { response: ShownRender };
  let shown = response;
  await waitUntil(async () => {
    const asked = await fetch(`${address}/edit/v1/render/${response.id}?data=false`, { headers: HEADERS });
    shown = ((await asked.json()) as { response: ShownRender }).response;
    return ['done', 'failed'].includes(shown.status);
  });
  expect(shown.status).toBe('done');
  return shown;
}
