import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { failureOf } from '../../base/failure-of.fixture.ts';
import type { OutboundResponse } from '../../outbound/index.ts';
import { checkLocalFile, locateSource, routeToHostedFiles } from './source-location.ts';
import type { HostedRemoteFile, SourceLocation } from './source-location.ts';

describe('locating a source', () => {
  const local = (source: string): SourceLocation => locateSource(source, undefined, '/base');

  test('returns http and https URLs without their fragment', () => {
    const located = locateSource('HTTPS://u:p@Example.com/a%20b.mp4?c=d#e', undefined, undefined);
    expect(located).toMatchObject({ kind: 'url', url: new URL('https://u:p@example.com/a%20b.mp4?c=d') });
  });

  test.each([
    ['a.mp4', '/base/a.mp4'],
    ['../up/a b.mp4', '/up/a b.mp4'],
    ['./50%.png', '/base/50%.png'],
    ['/absolute.png', '/absolute.png'],
    ['file:///a%20b.mp4', '/a b.mp4'],
  ])('locates the local file %s at %s', (source, path) => {
    expect(local(source)).toMatchObject({ kind: 'file', path, displayName: source });
  });

  test.each([
    'a.mp4',
    '/etc/passwd',
    'file:///etc/passwd',
    'ftp://example.com/a',
    'data:text/plain,a',
    'http://',
    '',
  ])('refuses "%s" without local files', (source) => {
    expect(() => locateSource(source, undefined, undefined)).toThrow(
      expect.objectContaining({ code: 'asset_refused' }),
    );
  });

  test.each(['ftp://example.com/a', 'data:text/plain,a', 'file://elsewhere/a', 'file:///a%2fb'])(
    'refuses "%s" even with local files',
    (source) => {
      expect(() => local(source)).toThrow(expect.objectContaining({ code: 'asset_refused' }));
    },
  );

  test('shortens a long source and omits its secrets', () => {
    expect(() => local(`data:${'x'.repeat(100_000)}`)).toThrow(/^.{0,300}$/);
    expect(() => local('s3://user:pass@bucket/a?secret')).toThrow(
      '"s3://bucket/a" is not an http or https URL.',
    );
  });
});

describe('the URLs of hosted files', () => {
  const own = {
    baseUrl: 'https://kinora.example/media/',
    filesUrl: 'https://cdn.example/stored',
    open: (path: string) => (path.startsWith('/files/') ? `/store${path}` : undefined),
  };
  const located = (source: string): SourceLocation => locateSource(source, own, undefined);

  test('are read from the storage, also by their address in a CDN', () => {
    expect(located('https://cdn.example/stored/a.mp4')).toMatchObject({
      kind: 'file',
      path: '/store/files/a.mp4',
    });
    expect(located('https://kinora.example/media/files/a%20b.mp4?t=1#x')).toMatchObject({
      path: '/store/files/a b.mp4',
    });
  });

  test('are read from the storage at other hosts, too, if they exist there', () => {
    const both = {
      ...own,
      openElsewhere: (path: string, query: URLSearchParams) =>
        path.endsWith('/files/a.mp4') && query.get('t') !== 'no' ? '/store/files/a.mp4' : undefined,
    };
    const at = (source: string): SourceLocation => locateSource(source, both, undefined);
    expect(at('http://192.168.1.5:3000/files/a.mp4')).toMatchObject({ path: '/store/files/a.mp4' });
    expect(at('http://192.168.1.5:3000/files/a.mp4?t=no')).toMatchObject({ kind: 'url' });
    expect(at('http://192.168.1.5:3000/files/b.mp4')).toMatchObject({ kind: 'url' });
    // The public address of the service itself has only its own files.
    expect(() => at('https://kinora.example/media/x/files/a.mp4')).toThrow('was not found in the storage');
  });

  test('in a remote storage are fetched over the network if the storage does not have them', async () => {
    const asked: string[] = [];
    const answer = (from: string, statusCode: number): Promise<OutboundResponse> => {
      asked.push(from);
      // The code under test uses only these members.
      return Promise.resolve({ statusCode, body: Readable.from([]) } as unknown as OutboundResponse);
    };
    const network = {
      request: (url: URL) => answer(`network ${url.pathname}`, 200),
      close: () => Promise.resolve(),
    };
    const openElsewhere = (path: string): HostedRemoteFile => ({
      request: () => answer(`storage ${path}`, path === '/files/a.mp4' ? 200 : 404),
    });
    const outbound = routeToHostedFiles(network, { ...own, openElsewhere });
    await outbound.request(new URL('http://10.0.0.1/files/a.mp4'), { stallTimeoutMs: 1 });
    expect(asked).toEqual(['storage /files/a.mp4']);
    await outbound.request(new URL('http://10.0.0.1/files/b.mp4'), { stallTimeoutMs: 1 });
    expect(asked.slice(1)).toEqual(['storage /files/b.mp4', 'network /files/b.mp4']);
  });

  test.each([
    'https://kinora.example/mediaX/files/a',
    'http://kinora.example/media/files/a',
    'https://kinora.example/files/a',
  ])('do not include %s', (source) => {
    expect(located(source)).toMatchObject({ kind: 'url' });
  });

  test.each(['/edit/v1/render', '/files/..%2f..%2fetc%2fpasswd', '/files/a%00b', '/files/..%5Ca'])(
    'are not found at %s',
    (path) => {
      expect(() => located(`https://kinora.example/media${path}`)).toThrow(
        expect.objectContaining({ code: 'asset_not_found' }),
      );
    },
  );
});

describe('checking a local file', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kinora-local-'));
    await mkdir(join(folder, 'clips'));
    await writeFile(join(folder, 'empty.mp4'), '');
    await writeFile(join(folder, 'sound.mp3'), 'x');
    execFileSync('mkfifo', [join(folder, 'pipe')]);
  });
  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  const fileIn = (name: string) => ({ kind: 'file', path: join(folder, name), displayName: name }) as const;

  test('accepts a file with content', async () => {
    await expect(checkLocalFile(fileIn('sound.mp3'))).resolves.toBeUndefined();
  });

  test.each([
    ['missing.mp4', 'asset_not_found', 'was not found'],
    ['sound.mp3/a', 'asset_not_found', 'was not found'],
    ['empty.mp4', 'asset_not_media', 'is empty'],
    ['clips', 'asset_not_media', 'is a folder'],
    ['pipe', 'asset_not_media', 'not a file'],
  ])('%s fails with %s and the name that the client used', async (name, code, words) => {
    const failure = await failureOf(checkLocalFile(fileIn(name)));
    expect(failure).toContain(`${code}: "${name}" `);
    expect(failure).toContain(words);
    expect(failure).not.toContain(folder);
  });

  test('names the folder of a relative path, and of no other', async () => {
    const failureAt = async (source: string): Promise<string> => {
      const located = locateSource(source, undefined, folder);
      return await failureOf(located.kind === 'file' ? checkLocalFile(located) : Promise.resolve());
    };
    const start = `Relative paths start from "${folder}".`;
    expect(await failureAt('none.mp4')).toBe(`asset_not_found: "none.mp4" was not found. ${start}`);
    const path = join(folder, 'none.mp4');
    expect(await failureAt(path)).toBe(`asset_not_found: "${path}" was not found.`);
    expect(await failureAt(pathToFileURL(path).href)).not.toContain('Relative paths');
  });

  test('locates a file URL and a relative path at the same file', () => {
    const url = pathToFileURL(join(folder, 'sound.mp3')).href;
    expect(locateSource(url, undefined, folder)).toMatchObject({ path: join(folder, 'sound.mp3') });
    expect(locateSource('sound.mp3', undefined, folder)).toMatchObject({ path: join(folder, 'sound.mp3') });
  });
});
