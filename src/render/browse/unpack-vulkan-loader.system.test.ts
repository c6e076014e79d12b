import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { unpackVulkanLoader } from './unpack-browser.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-vulkan-'));
});
afterEach(() => rm(folder, { recursive: true }));

test.runIf(process.platform === 'linux' && process.arch === 'x64')(
  'extracts the Vulkan loader and leaves nothing else behind',
  async () => {
    const path = (await unpackVulkanLoader(folder))!;
    expect((await readFile(path)).toString('latin1', 1, 4)).toBe('ELF');
    expect(await readdir(folder)).toEqual(['libvulkan.so.1']);
  },
);
