import { expect, it } from 'vitest';
import { createUploadAddresses } from './upload-addresses.ts';

const HOUR = 3600_000;
let time = HOUR;
const config = { publicUrl: () => 'https://a.example/kinora', now: () => time };
const addresses = createUploadAddresses({ ...config, secret: 'secret' });
const queryOf = (url: string) => Object.fromEntries(new URL(url).searchParams);

it('an address gives access to one source of one stage until it expires', () => {
  time = HOUR;
  const url = addresses.urlOf('v1', 'id', new Date(2 * HOUR));
  expect(url).toMatch(
    /^https:\/\/a\.example\/kinora\/ingest\/v1\/upload\/id\?expires=7200&signature=[\w-]{43}$/,
  );
  const query = queryOf(url);
  expect(addresses.isValid('v1', 'id', query)).toBe(true);
  expect(addresses.isValid('v1', 'other', query)).toBe(false);
  expect(addresses.isValid('stage', 'id', query)).toBe(false);
  expect(addresses.isValidResumable('v1', 'id', query)).toBe(false);
  expect(addresses.isValid('v1', 'id', {})).toBe(false);
  expect(addresses.isValid('v1', 'id', { ...query, expires: '9999999' })).toBe(false);
  expect(createUploadAddresses({ ...config, secret: 'other' }).isValid('v1', 'id', query)).toBe(false);
  time = 2 * HOUR;
  expect(addresses.isValid('v1', 'id', query)).toBe(false);
});

it('the address of a resumable upload is signed if it expires', () => {
  time = HOUR;
  expect(addresses.resumableUrlOf('stage', 'tag/id')).toBe(
    'https://a.example/kinora/ingest/stage/tus/tag/id',
  );
  const query = queryOf(addresses.resumableUrlOf('v1', 'tag/id', new Date(2 * HOUR)));
  expect(addresses.isValidResumable('v1', 'tag/id', query)).toBe(true);
  expect(addresses.isValidResumable('v1', 'other/id', query)).toBe(false);
  expect(addresses.isValid('v1', 'tag/id', query)).toBe(false);
});

it('an address is valid at every public address', () => {
  time = HOUR;
  const url = addresses.at('http://lan:3000').urlOf('v1', 'id', new Date(2 * HOUR));
  expect(url).toMatch(/^http:\/\/lan:3000\/ingest\/v1\/upload\/id\?/);
  expect(addresses.isValid('v1', 'id', queryOf(url))).toBe(true);
});
