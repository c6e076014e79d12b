import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDiskStorage } from '../disk-storage.ts';
import {
  addQueries,
  findPieceInList,
  findSetKey,
  findStreamPiece,
  isSetPlaylist,
  listStreamPieces,
  suffixInSet,
} from './file-set.ts';
import { FAST_S3_POLICY, type S3Server, startS3Server } from '../s3-server.fixture.ts';
import { openS3Storage } from '../s3-storage.ts';
import type { Storage } from '../storage.ts';

const FOLDER = 'v1/owner/01998f6a-1111-7000-8000-000000000001';
const SET = `${FOLDER}/index.m3u8`;

it.each([
  [SET, SET],
  [`${FOLDER}/index-720p.m3u8`, SET],
  [`${FOLDER}/index-720p.mp4`, SET],
  [`${FOLDER}/index-sound.m4a`, SET],
  [`${FOLDER}/source.mp4`, undefined],
  [`${FOLDER}/index-720p.mp4/..`, undefined],
  [`${FOLDER}.mp4`, undefined],
  ['v1/owner/index.m3u8', undefined],
])('%s belongs to the set %s', (key, set) => {
  expect(findSetKey(key)).toBe(set);
});

it('the lists of a set are known by their names', () => {
  expect(isSetPlaylist(SET)).toBe(true);
  expect(isSetPlaylist(`${FOLDER}/index-sound.m3u8`)).toBe(true);
  expect(isSetPlaylist(`${FOLDER}/index-720p.mp4`)).toBe(false);
  expect(isSetPlaylist('v1/owner/film.m3u8')).toBe(false);
});

it('a set is a folder at a destination', () => {
  expect(suffixInSet(`${FOLDER}/index-720p.mp4`)).toBe('/index-720p.mp4');
  expect(suffixInSet(`${FOLDER}-1/index.m3u8`)).toBe('-1/index.m3u8');
  expect(suffixInSet(`${FOLDER}.mp4`)).toBeUndefined();
});

it('the pieces of a set that is watched are known by their names', () => {
  expect(findStreamPiece(`${FOLDER}-1/index-720p-12.mp4`)).toEqual({
    render: '01998f6a-1111-7000-8000-000000000001',
    list: `${FOLDER}-1/index-720p.m3u8`,
    media: `${FOLDER}-1/index-720p.mp4`,
    name: 'index-720p-12.mp4',
    piece: 12,
  });
  expect(findStreamPiece(`${FOLDER}/index-sound-init.m4a`)).toMatchObject({ piece: 'init' });
  for (const name of ['index-720p.mp4', 'index-720p.m3u8', 'index-720p-1.m3u8', 'source-1.mp4'])
    expect(findStreamPiece(`${FOLDER}/${name}`)).toBeUndefined();
  expect(findStreamPiece('v1/owner/index-720p-1.mp4')).toBeUndefined();
});

it('a piece is a file of its own at first, and then a range', () => {
  const piece = { name: 'index-720p-1.mp4', piece: 1 } as const;
  const open = '#EXT-X-MAP:URI="index-720p-init.mp4"\n#EXTINF:2.0,\nindex-720p-0.mp4\n';
  expect(findPieceInList(open, piece)).toBeUndefined();
  expect(findPieceInList(open, { name: 'index-720p-init.mp4', piece: 'init' })).toBe('named');
  expect(findPieceInList(`${open}#EXTINF:1,\nindex-720p-1.mp4\n`, piece)).toBe('named');
  const range = (span: string): string => `#EXTINF:2.0,\n#EXT-X-BYTERANGE:${span}\nindex-720p.mp4\n`;
  const map = '#EXT-X-MAP:URI="index-720p.mp4",BYTERANGE="9@0"\n';
  expect(findPieceInList(map + range('5@9'), piece)).toBeUndefined();
  expect(findPieceInList(map + range('5@9') + range('6@14'), piece)).toEqual({ from: 14, to: 19 });
  expect(findPieceInList(map, { name: 'index-720p-init.mp4', piece: 'init' })).toEqual({ from: 0, to: 8 });
  expect(listStreamPieces(`${FOLDER}/index-720p.m3u8`, map + range('5@9') + range('6@14'))).toEqual(
    ['init', 0, 1].map((place) => `${FOLDER}/index-720p-${place}.mp4`),
  );
  expect(listStreamPieces(SET, 'index-720p.m3u8\n')).toEqual([]);
});

it('all files that a list names get a query', () => {
  const list = [
    '#EXTM3U',
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",URI="index-sound.m3u8"',
    '#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="sound"',
    'index-720p.m3u8',
    '#EXT-X-MAP:URI="a.mp4",BYTERANGE="800@0"',
    '',
  ];
  expect(addQueries(list.join('\n'), (name) => `for=${name}`).split('\n')).toEqual([
    list[0],
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",URI="index-sound.m3u8?for=index-sound.m3u8"',
    list[2],
    'index-720p.m3u8?for=index-720p.m3u8',
    '#EXT-X-MAP:URI="a.mp4?for=a.mp4",BYTERANGE="800@0"',
    '',
  ]);
});

describe('a set in a storage', () => {
  let folder: string;
  let s3: S3Server;
  const storages: Storage[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kinora-sets-'));
    await writeFile(join(folder, 'any'), 'any');
    s3 = await startS3Server();
    storages.push(await openDiskStorage(join(folder, 'files')));
    storages.push(await openS3Storage(s3.location, FAST_S3_POLICY));
  });
  afterAll(async () => {
    for (const storage of storages) await storage.close();
    await s3.close();
    await rm(folder, { recursive: true });
  });

  it('is deleted with its main list, also if that is gone', async () => {
    for (const storage of storages) {
      const others = [`${FOLDER}.mp4`, `v1/other${FOLDER.slice(8)}/index.m3u8`];
      const put = async (key: string): Promise<void> => storage.put(key, join(folder, 'any'));
      for (const key of [SET, `${FOLDER}/index-720p.mp4`, ...others]) await put(key);
      const list = async (): Promise<string[]> => {
        const names: string[] = [];
        for await (const { name } of storage.list('v1')) names.push(name);
        return names.toSorted();
      };
      expect(await list()).toHaveLength(4);
      await storage.delete(`${FOLDER}/index-720p.mp4`);
      expect(await list()).toHaveLength(3);
      await put(`${FOLDER}/index-sound.m4a`);
      await storage.delete(SET);
      expect(await list()).toEqual(others.toSorted());
      await put(`${FOLDER}/index-sound.m4a`);
      await storage.delete(SET);
      expect(await list()).toEqual(others.toSorted());
    }
  });
});
