import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createFileAddresses } from './file-addresses.ts';

const KEY = 'v1/owner/a.mp4';
const secret = 'a secret of more than enough characters';
const HOUR = 3600_000;

describe('public addresses of files', () => {
  const config = { publicUrl: () => 'https://a.example/kinora', cdnUrl: undefined, secret: undefined };

  it('begin with the public address and need no signature', () => {
    const addresses = createFileAddresses(config);
    expect(addresses.urlOf(KEY)).toBe('https://a.example/kinora/files/v1/owner/a.mp4');
    expect(addresses.allows(KEY, {})).toBe(true);
  });

  it('begin with another public address on request', () => {
    const other = createFileAddresses(config).at('http://192.168.1.5:3000');
    expect(other.urlOf(KEY)).toBe('http://192.168.1.5:3000/files/v1/owner/a.mp4');
    const cdn = createFileAddresses({ ...config, cdnUrl: 'https://cdn.example' });
    expect(cdn.at('http://192.168.1.5:3000').urlOf(KEY)).toBe('https://cdn.example/v1/owner/a.mp4');
  });

  it('begin with the address of the CDN if there is one', () => {
    expect(createFileAddresses({ ...config, cdnUrl: 'https://cdn.example' }).urlOf(KEY)).toBe(
      'https://cdn.example/v1/owner/a.mp4',
    );
  });
});

describe('signed addresses of files', () => {
  let time = 10 * HOUR + 1;
  const config = { publicUrl: () => 'https://a.example', cdnUrl: undefined, now: () => time };
  const addresses = createFileAddresses({ ...config, secret });
  const queryOf = (url: string) => Object.fromEntries(new URL(url).searchParams);

  it('have the same signature at every public address', () => {
    const other = addresses.at('http://192.168.1.5:3000').urlOf(KEY);
    expect(other).toBe(addresses.urlOf(KEY).replace('https://a.example', 'http://192.168.1.5:3000'));
    expect(addresses.allows(KEY, queryOf(other))).toBe(true);
  });

  it('have the documented form and stay the same for an hour', () => {
    time = 10 * HOUR + 1;
    const url = addresses.urlOf(KEY);
    const expires = 35 * 3600;
    const signature = createHmac('sha256', secret).update(`${KEY}\n${expires}`).digest('base64url');
    expect(url).toBe(`https://a.example/files/${KEY}?expires=${expires}&signature=${signature}`);
    time = 11 * HOUR - 1;
    expect(addresses.urlOf(KEY)).toBe(url);
  });

  it('give access to their own file until they expire', () => {
    time = 10 * HOUR;
    const query = queryOf(addresses.urlOf(KEY));
    expect(addresses.allows(KEY, { ...query, download: '' })).toBe(true);
    expect(addresses.allows('v1/owner/b.mp4', query)).toBe(false);
    time = 35 * HOUR - 1;
    expect(addresses.allows(KEY, query)).toBe(true);
    time = 35 * HOUR;
    expect(addresses.allows(KEY, query)).toBe(false);
  });

  it('cannot be forged', () => {
    time = 10 * HOUR;
    const query = queryOf(addresses.urlOf(KEY));
    const others = createFileAddresses({ ...config, secret: `${secret}!` });
    for (const wrong of [
      {},
      { ...query, expires: String(Number(query['expires']) + 1) },
      { ...query, expires: 'NaN' },
      { ...query, expires: [query['expires'], query['expires']] },
      { ...query, signature: '' },
      { ...query, signature: `${query['signature']}A` },
      { ...query, signature: ['a', 'b'] },
      queryOf(others.urlOf(KEY)),
    ])
      expect(addresses.allows(KEY, wrong)).toBe(false);
  });
});
