import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, copyFile, lstat, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createBrotliDecompress } from 'node:zlib';
import { flushTree, renameFlushed } from '../../base/disk/flush.ts';
import { errorCodeOf } from '../../base/error-code.ts';
import { listSystemFonts } from './page-fonts.ts';
import { usePath } from '../../base/process/paths-in-use.ts';

/** A Chromium that can be started. */
export interface UnpackedBrowser {
  readonly program: string;
  /** Folder with the libraries that minimal systems lack. Undefined for a Chromium of this machine. */
  readonly libraries?: string;
  /** Folder with the fonts that Chromium uses in place of the fonts of the system. */
  readonly fonts: string;
}

// Use the files of the package, but not its code. That code trusts whatever is in /tmp and changes
// environment variables.
const PACKAGE = fileURLToPath(new URL('..', import.meta.resolve('@sparticuz/chromium')));

/** Age in milliseconds after which unfinished installations and other versions of Chromium are removed. */
const STALE_MS = 3_600_000;
const TAR_MS = 60_000;
const VULKAN_LOADER = 'libvulkan.so.1';

/**
 * Prepares a Chromium of this machine: its fonts are those of the packaged one.
 *
 * @param program path of Chromium.
 * @param folder see {@link unpackBrowser}.
 */
export async function useInstalledBrowser(program: string, folder: string): Promise<UnpackedBrowser> {
  await mkdir(folder, { recursive: true, mode: 0o755 });
  const fonts = join(folder, `fonts-${await hashFonts()}`);
  if (!(await isOurs(fonts))) await install(fonts, folder, copyFonts);
  return { program, fonts };
}

/**
 * Unpacks the packaged Chromium unless the folder already has it. Unpacking takes about 2 s and 240 MB of
 * disk space. An installation appears in the folder only when it is complete.
 *
 * @param folder created if missing. No other user may have write access, and the user of the sandbox must
 * have read access.
 */
export async function unpackBrowser(folder: string): Promise<UnpackedBrowser> {
  await mkdir(folder, { recursive: true, mode: 0o755 });
  const installation = join(folder, await nameContent());
  if (!(await isOurs(installation))) {
    await removeStale(folder);
    await install(installation, folder, unpackPackage);
  }
  return {
    program: join(installation, 'chromium'),
    libraries: join(installation, 'lib'),
    fonts: join(installation, 'fonts'),
  };
}

/**
 * Returns the folder name of an installation. The name depends on the version of Chromium and on the fonts,
 * so that a change of either leads to a new installation.
 */
async function nameContent(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(PACKAGE, 'package.json'), 'utf8')) as {
    version: string;
  };
  return `chromium-${version}-${await hashFonts()}`;
}

async function hashFonts(): Promise<string> {
  const hash = createHash('sha256');
  for (const path of listSystemFonts()) hash.update(`${basename(path)} ${(await stat(path)).size}\n`);
  return hash.digest('hex').slice(0, 8);
}

/**
 * True if the installation exists. Throws if other users can write to the installation, because running it
 * would not be safe.
 */
async function isOurs(installation: string): Promise<boolean> {
  try {
    const found = await lstat(installation);
    if (found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0) return true;
    throw new Error(`${installation} must belong to this user, and no other user may have write access.`);
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Fills a new folder, which appears at its path only when it is complete: another process may use it at once. */
async function install(
  installation: string,
  folder: string,
  fill: (unfinished: string) => Promise<void>,
): Promise<void> {
  const unfinished = await mkdtemp(join(folder, 'unpacking-'));
  using _inUse = usePath(unfinished);
  try {
    await fill(unfinished);
    await chmod(unfinished, 0o755);
    await flushTree(unfinished);
    await renameFlushed(unfinished, installation);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // If another process has made this installation first, use the installation of that process.
    if (errorCodeOf(error) !== 'ENOTEMPTY' && errorCodeOf(error) !== 'EEXIST') throw error;
  }
}

async function unpackPackage(to: string): Promise<void> {
  await decompress('chromium.br', join(to, 'chromium'), 0o755);
  await decompress('al2023.tar.br', join(to, 'lib.tar'), 0o644);
  await promisify(execFile)('tar', ['-xf', 'lib.tar'], { cwd: to, timeout: TAR_MS });
  await rm(join(to, 'lib.tar'));
  await mkdir(join(to, 'fonts'));
  await copyFonts(join(to, 'fonts'));
}

async function copyFonts(to: string): Promise<void> {
  for (const path of listSystemFonts()) await copyFile(path, join(to, basename(path)));
}

/**
 * Decompresses a file of the browser's package.
 *
 * @param name the name of the file in the folder `bin` of the package.
 * @param to the local file to write; an existing file is replaced.
 * @param mode permissions of the new file.
 */
async function decompress(name: string, to: string, mode: number): Promise<void> {
  const from = createReadStream(join(PACKAGE, 'bin', name));
  await pipeline(from, createBrotliDecompress({ chunkSize: 2 ** 20 }), createWriteStream(to, { mode }));
}

/** Removes old installations of other versions, and old files of processes that died while unpacking. */
async function removeStale(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!/^(chromium|unpacking)-/.test(name)) continue;
    const path = join(folder, name);
    const { mtimeMs } = await stat(path);
    if (Date.now() - mtimeMs > STALE_MS) await rm(path, { recursive: true, force: true });
  }
}

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
  await promisify(execFile)('tar', ['-xf', archive, VULKAN_LOADER], { cwd: folder, timeout: TAR_MS });
  await rm(archive);
  return join(folder, VULKAN_LOADER);
}
