import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { decompress } from './unpack-browser.ts';

const LIBRARY = 'libvulkan.so.1';
const TAR_MS = 60_000;

/**
 * Extracts the Vulkan loader from the package of the browser. The package contains a loader only for Linux on
 * x86-64.
 *
 * @param folder existing local folder for the library.
 * @returns the local path of the library, or undefined on other machines.
 */
export async function unpackVulkanLoader(folder: string): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const archive = join(folder, 'swiftshader.tar');
  await decompress('swiftshader.tar.br', archive, 0o644);
  await promisify(execFile)('tar', ['-xf', archive, LIBRARY], { cwd: folder, timeout: TAR_MS });
  await rm(archive);
  return join(folder, LIBRARY);
}
