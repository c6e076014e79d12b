import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createFileAddresses } from '../hosting/addresses/file-addresses.ts';
import type { Storage } from '../hosting/storage.ts';
import { locateFileElsewhere, locateHostedFile } from './render-services.ts';

const config = { publicUrl: () => 'https://a.example', cdnUrl: undefined };
const addresses = createFileAddresses({ ...config, secret: undefined });
const NOTHING = new URLSearchParams();
// The code under test uses only these members.
const storage = { folder: '/data', remote: undefined } as Storage;

it('maps the addresses of hosted files, and no other addresses, to the storage folder', () => {
  const parts = { storage, addresses };
  expect(locateHostedFile(parts, '/files/v1/owner/a.mp4', NOTHING)).toBe('/data/v1/owner/a.mp4');
  for (const path of [
    '/files/keys.json',
    '/files/database/base/1',
    '/files/v1/owner/.a',
    '/files/',
    '/v1/owner/a.mp4',
  ])
    expect(locateHostedFile(parts, path, NOTHING)).toBeUndefined();
});

it('requires a valid signature if addresses are signed', () => {
  const signed = createFileAddresses({ ...config, secret: 'a secret' });
  const { searchParams } = new URL(signed.urlOf('v1/owner/a.mp4'));
  const parts = { storage, addresses: signed };
  expect(locateHostedFile(parts, '/files/v1/owner/a.mp4', searchParams)).toBe('/data/v1/owner/a.mp4');
  expect(locateHostedFile(parts, '/files/v1/owner/b.mp4', searchParams)).toBeUndefined();
  expect(locateHostedFile(parts, '/files/v1/owner/a.mp4', NOTHING)).toBeUndefined();
});

it('finds files at other hosts by their keys, if they exist and their signature is valid', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-hosted-'));
  await mkdir(join(folder, 'v1/owner'), { recursive: true });
  await writeFile(join(folder, 'v1/owner/a.mp4'), 'a film');
  const parts = { storage: { folder, remote: undefined } as Storage, addresses };
  const file = join(folder, 'v1/owner/a.mp4');
  expect(locateFileElsewhere(parts, '/files/v1/owner/a.mp4', NOTHING)).toBe(file);
  expect(locateFileElsewhere(parts, '/behind/files/v1/owner/a.mp4', NOTHING)).toBe(file);
  for (const path of ['/files/v1/owner/b.mp4', '/v1/owner/a.mp4', '/files/../files/x/v1/owner/a.mp4'])
    expect(locateFileElsewhere(parts, path, NOTHING)).toBeUndefined();
  const signed = { ...parts, addresses: createFileAddresses({ ...config, secret: 'a secret' }) };
  expect(locateFileElsewhere(signed, '/files/v1/owner/a.mp4', NOTHING)).toBeUndefined();
  const { pathname, searchParams } = new URL(signed.addresses.at('http://lan:3000').urlOf('v1/owner/a.mp4'));
  expect(locateFileElsewhere(signed, pathname, searchParams)).toBe(file);
  await rm(folder, { recursive: true });
});
