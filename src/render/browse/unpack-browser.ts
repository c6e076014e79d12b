import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
} from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createBrotliDecompress } from 'node:zlib';
import { errorCodeOf } from '../../base/error-code.ts';
import { listSystemFonts } from './page-fonts.ts';

/** A Chromium that can be started. */
export interface UnpackedBrowser {
  readonly program: string;
  /** A folder of the libraries that a small system lacks. */
  readonly libraries: string;
  /** A folder of fonts, instead of those of the system. */
  readonly fonts: string;
}

// Only the files of the package are used: its code takes whatever lies in /tmp for its own, and changes the environment.
const PACKAGE = fileURLToPath(new URL('..', import.meta.resolve('@sparticuz/chromium')));

/** After so long an unpacking is not under way any more, and an older Chromium not in use. */
const STALE_MS = 3_600_000;
const TAR_MS = 60_000;

/**
 * Unpacks the Chromium of our packages, once for a folder: about 2 s and 240 MB. What is there is there completely.
 *
 * @param folder made if absent. Nobody else may be able to write it; the user of the sandbox has to be able to read it.
 */
export async function unpackBrowser(folder: string): Promise<UnpackedBrowser> {
  await mkdir(folder, { recursive: true, mode: 0o755 });
  const installation = join(folder, await nameContent());
  if (!(await isOurs(installation))) {
    await removeStale(folder);
    await unpackTo(installation, folder);
  }
  return {
    program: join(installation, 'chromium'),
    libraries: join(installation, 'lib'),
    fonts: join(installation, 'fonts'),
  };
}

/** The same name for the same content. */
async function nameContent(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(PACKAGE, 'package.json'), 'utf8')) as {
    version: string;
  };
  const hash = createHash('sha256');
  for (const path of listSystemFonts()) hash.update(`${basename(path)} ${(await stat(path)).size}\n`);
  return `chromium-${version}-${hash.digest('hex').slice(0, 8)}`;
}

/** What somebody else has put there is not started. */
async function isOurs(installation: string): Promise<boolean> {
  try {
    const found = await lstat(installation);
    if (found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0) return true;
    throw new Error(`${installation} does not belong to this user alone.`);
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

async function unpackTo(installation: string, folder: string): Promise<void> {
  const unfinished = await mkdtemp(join(folder, 'unpacking-'));
  try {
    await decompress('chromium.br', join(unfinished, 'chromium'), 0o755);
    await decompress('al2023.tar.br', join(unfinished, 'lib.tar'), 0o644);
    await promisify(execFile)('tar', ['-xf', 'lib.tar'], { cwd: unfinished, timeout: TAR_MS });
    await rm(join(unfinished, 'lib.tar'));
    await mkdir(join(unfinished, 'fonts'));
    for (const path of listSystemFonts()) await copyFile(path, join(unfinished, 'fonts', basename(path)));
    await chmod(unfinished, 0o755);
    await rename(unfinished, installation);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // Another process was faster.
    if (errorCodeOf(error) !== 'ENOTEMPTY' && errorCodeOf(error) !== 'EEXIST') throw error;
  }
}

/**
 * Decompresses a file of the browser's package.
 *
 * @param name its name in the folder `bin` of the package.
 * @param to the local file to write; an existing one is replaced.
 * @param mode permissions of the new file.
 */
export async function decompress(name: string, to: string, mode: number): Promise<void> {
  const from = createReadStream(join(PACKAGE, 'bin', name));
  await pipeline(from, createBrotliDecompress({ chunkSize: 2 ** 20 }), createWriteStream(to, { mode }));
}

/** Of a version that nobody uses any more, or of a process that died. */
async function removeStale(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!/^(chromium|unpacking)-/.test(name)) continue;
    const path = join(folder, name);
    const { mtimeMs } = await stat(path);
    if (Date.now() - mtimeMs > STALE_MS) await rm(path, { recursive: true, force: true });
  }
}
