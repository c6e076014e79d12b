import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { findEnclosedFile } from './enclosed-path.ts';

const root = await realpath(await mkdtemp(join(tmpdir(), 'kinora-enclosed-')));
afterAll(() => rm(root, { recursive: true, force: true }));
const folder = join(root, 'work');
await mkdir(join(folder, 'media'), { recursive: true });
await writeFile(join(folder, 'media', 'a..b.mp4'), 'a');
await writeFile(join(root, 'secret.txt'), 'a');
await mkdir(join(folder, '.kinora'));
await writeFile(join(folder, '.kinora', 'keys.json'), 'a');
await symlink(join(root, 'secret.txt'), join(folder, 'link.txt'));
await symlink(root, join(folder, 'up'));
await symlink(join(folder, '.kinora', 'keys.json'), join(folder, 'keys.json'));
await symlink(join(folder, 'media'), join(folder, 'films'));
await symlink(join(root, 'missing.txt'), join(folder, 'dangling.txt'));
await symlink(join(folder, '.kinora'), join(folder, 'own'));

const find = (name: string): Promise<string> => findEnclosedFile(join(folder, name), [folder], name);

describe('finding an enclosed file', () => {
  test('allows files in the folder, also through a link that stays in it', async () => {
    expect(await find('media/a..b.mp4')).toBe(join(folder, 'media', 'a..b.mp4'));
    expect(await find('films/a..b.mp4')).toBe(join(folder, 'media', 'a..b.mp4'));
    expect(await find('films/missing.mp4')).toBe(join(folder, 'films', 'missing.mp4'));
    expect(await find('films/no/missing.mp4')).toBe(join(folder, 'films', 'no', 'missing.mp4'));
    expect(await find('media/missing.mp4')).toBe(join(folder, 'media', 'missing.mp4'));
  });

  test.each([
    '../secret.txt',
    '../missing.txt',
    'link.txt',
    'up/secret.txt',
    'up/missing.txt',
    'up/no/missing.txt',
    'own/missing.json',
    'dangling.txt',
    '.kinora/keys.json',
    'keys.json',
    '.',
  ])('rejects %s', async (name) => {
    await expect(find(name)).rejects.toThrow(`"${name}" is not a file that agents may use`);
  });

  test('works in a folder that is itself a link or hidden', async () => {
    await symlink(join(folder, '.kinora'), join(root, 'linked'));
    const hidden = join(root, 'linked');
    const path = await findEnclosedFile(join(hidden, 'keys.json'), [hidden], 'keys.json');
    expect(path).toBe(join(folder, '.kinora', 'keys.json'));
  });
});
