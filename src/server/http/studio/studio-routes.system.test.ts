import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFileAddresses } from '../../../hosting/addresses/file-addresses.ts';
import type { Storage } from '../../../hosting/storage.ts';
import { buildServer } from '../app.ts';
import { openTestServer, type TestServer } from '../server.fixture.ts';
import type { ServerParts } from '../server-parts.ts';

let server: TestServer;
let folder: string;
beforeAll(async () => {
  server = await openTestServer();
  folder = await mkdtemp(join(tmpdir(), 'kinora-page-'));
  await mkdir(join(folder, 'assets'));
  await mkdir(join(folder, 'embed'));
  for (const page of ['index.html', 'embed/editor.html'])
    await writeFile(join(folder, page), '<html><head></head></html>');
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** Returns the rules of the policy of the page by their names. */
async function readPolicy(settings: Partial<ServerParts> = {}, url = '/'): Promise<Map<string, string>> {
  const app = await buildServer({ ...server.parts, studioFolder: folder, ...settings });
  const { headers } = await app.inject({ url, headers: { accept: 'text/html' } });
  await app.close();
  const rules = String(headers['content-security-policy']).split('; ');
  return new Map(rules.map((rule) => [rule.split(' ', 1)[0] ?? '', rule.slice(rule.indexOf(' ') + 1)]));
}

/** Returns a storage that redirects clients to another server. */
function redirecting(url: string): Storage {
  // The page needs nothing else of the storage.
  return { remote: { signUrl: () => Promise.resolve(url) } } as unknown as Storage;
}

it('allows files of this server only', async () => {
  const policy = await readPolicy();
  expect(policy.get('img-src')).toBe("'self' https://media.example blob: data:");
  expect(policy.get('media-src')).toBe("'self' https://media.example blob:");
  expect(policy.get('script-src')).toBe("'self'");
});

it('allows files of the storage that clients are redirected to, and no scripts of it', async () => {
  const storage = redirecting('https://s3.example:9000/films/a.mp4?signature=secret');
  const policy = await readPolicy({ storage });
  expect(policy.get('img-src')).toBe("'self' https://media.example https://s3.example:9000 blob: data:");
  expect(policy.get('media-src')).toBe("'self' https://media.example https://s3.example:9000 blob:");
  expect(policy.get('connect-src')).toBe("'self' https://media.example https://s3.example:9000");
  expect([policy.get('script-src'), policy.get('default-src')]).toEqual(["'self'", "'none'"]);
});

it('allows files of the CDN', async () => {
  const addresses = createFileAddresses({
    publicUrl: () => 'https://media.example',
    cdnUrl: 'https://cdn.example/films',
    secret: undefined,
  });
  const policy = await readPolicy({ addresses });
  expect(policy.get('media-src')).toBe("'self' https://media.example https://cdn.example blob:");
});

it('lets other sites frame the page of the embedded editor, and no other page', async () => {
  const [studio, editor] = [await readPolicy(), await readPolicy({}, '/embed/editor')];
  expect([studio.get('frame-ancestors'), editor.get('frame-ancestors')]).toEqual(["'none'", '*']);
  expect(editor.get('script-src')).toBe("'self'");
});
