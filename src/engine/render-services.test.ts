import { expect, it } from 'vitest';
import { createFileAddresses } from '../hosting/file-addresses.ts';
import type { Storage } from '../hosting/storage.ts';
import { locateHostedFile } from './render-services.ts';

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
