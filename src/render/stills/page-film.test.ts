import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FilmWriter, openFilm } from './page-film.ts';

it('is the same to the byte in whatever order the pictures come', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-page-film-'));
  const pictures = new Map([0, 3, 30, 41].map((from) => [from, Buffer.from(`picture ${from}`)]));
  const write = async (name: string, order: readonly number[]): Promise<Buffer> => {
    const path = join(folder, name);
    await using film = await FilmWriter.create(path);
    for (const from of order) await film.add(from, pictures.get(from)!);
    await film.end([25, 1]);
    expect((await readFile(path)).length).toBe(film.size);
    return await readFile(path);
  };
  const sorted = await write('sorted', [0, 3, 30, 41]);
  expect(await write('mixed', [30, 0, 41, 3])).toEqual(sorted);
  expect((await readdir(folder)).toSorted()).toEqual(['mixed', 'sorted']);
  const film = await openFilm(join(folder, 'mixed'));
  for (const [frame, from] of [
    [2, 0],
    [3, 3],
    [40, 30],
    [90, 41],
  ] as const)
    expect(await film.read(film.pictureAt(frame))).toEqual(pictures.get(from));
  await rm(folder, { recursive: true });
});
