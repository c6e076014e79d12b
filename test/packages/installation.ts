import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');

/** Milliseconds for npm to download and write some hundred megabytes. */
export const MAX_INSTALL_MS = 600_000;

/**
 * A Node.js of this machine that is too old for Kinora, and new enough for the command and the client. Undefined if
 * there is none.
 */
export const olderNode = ['/usr/bin/node', '/usr/local/bin/node'].find((path) => {
  if (!existsSync(path)) return false;
  const version = execFileSync(path, ['--version'], { encoding: 'utf8' });
  const major = Number(/\d+/.exec(version)?.[0]);
  return major >= 20 && major < 24;
});

/** Returns the environment of a user who has never seen this clone: nothing of it is on the path. */
export function environmentOf(folder: string, node: string = process.execPath): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE|VITEST|KINORA)/i.test(name));
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((entry) => !entry.startsWith(ROOT));
  return {
    ...Object.fromEntries(own),
    PATH: [dirname(node), ...path].join(delimiter),
    TMPDIR: join(folder, 'tmp'),
    // The installed packages of this clone are in the cache of npm.
    npm_config_prefer_offline: 'true',
    // A connection that stands still is tried again before the test gives up.
    npm_config_fetch_timeout: '30000',
  };
}

/** Runs a command in a folder and returns its output. @throws if it fails. */
export async function runIn(
  folder: string,
  command: string,
  args: readonly string[],
  node?: string,
): Promise<string> {
  const options = { cwd: folder, env: environmentOf(folder, node), timeout: MAX_INSTALL_MS };
  return (await run(command, args, options)).stdout;
}

/** Packs Kinora and its client into a folder. */
export async function packInto(folder: string): Promise<void> {
  const options = { cwd: ROOT, timeout: MAX_INSTALL_MS };
  await run(process.execPath, ['scripts/pack.mjs', '--pack-destination', folder], options);
}

/** Installs packages in an empty folder, with an edit beside them. */
export async function installIn(folder: string, args: readonly string[], node?: string): Promise<void> {
  await mkdir(join(folder, 'tmp'), { recursive: true });
  await runIn(folder, 'npm', ['init', '-y'], node);
  await runIn(folder, 'npm', ['install', ...args], node);
  await copyFile(join(ROOT, 'examples/hello.json'), join(folder, 'edit.json'));
}

/** Returns npm's own record of the installed packages, by path. */
export async function readRecord(folder: string): Promise<Record<string, { hasInstallScript?: true }>> {
  const text = await readFile(join(folder, 'node_modules/.package-lock.json'), 'utf8');
  return (JSON.parse(text) as { packages: Record<string, { hasInstallScript?: true }> }).packages;
}

/** Returns the blocks of code in a language of a document. */
export async function readBlocks(page: string, language: string): Promise<string[]> {
  const text = await readFile(join(ROOT, page), 'utf8');
  const blocks = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms');
  return [...text.matchAll(blocks)].map(([, code = '']) => code);
}
