import { spawn } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const LOCK =
  '{"packages":{"":{},"node_modules/a":{"version":"1.0.0"},"node_modules/b":{"version":"1.0.0","optional":true}}}';
/** A fake npm: records its calls and writes the same lock file as npm. */
const NPM = `#!/bin/sh
if [ "$1" = view ]; then
  [ -z "$OFFLINE" ] || { printf "npm error code $OFFLINE\\n$ANSWER" >&2; exit 1; }
  exit 0
fi
echo "$@" >> calls
[ -z "$FAILURE" ] || { printf "npm error code $FAILURE\\nnpm error     at a stack\\n" >&2; exit 1; }
[ -z "$BREAK" ] || { echo 'npm error a package is gone' >&2; exit 7; }
sleep 0.3
mkdir -p node_modules
echo '{"packages":{"node_modules/a":{"version":"1.0.0"}}}' > node_modules/.package-lock.json
`;

describe('scripts/install.mjs', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kinora-test-'));
    await mkdir(join(folder, 'scripts'));
    await copyFile(join(import.meta.dirname, '../scripts/install.mjs'), join(folder, 'scripts/install.mjs'));
    await writeFile(join(folder, 'package-lock.json'), LOCK);
    await mkdir(join(folder, 'bin'));
    await writeFile(join(folder, 'bin/npm'), NPM);
    await chmod(join(folder, 'bin/npm'), 0o755);
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function install(environment: Record<string, string> = {}) {
    const path = [join(folder, 'bin'), dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter);
    const child = spawn(process.execPath, [join(folder, 'scripts/install.mjs')], {
      env: { PATH: path, ...environment },
      timeout: 30_000,
    });
    const code = new Promise((resolve) => child.on('close', resolve));
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
    return { code: await code, output: out + err };
  }

  const calls = async () => (await readFile(join(folder, 'calls'), 'utf8')).trim().split('\n');

  it('installs the packages of the lock file and prints one line', async () => {
    const { code, output } = await install();
    expect(code).toBe(0);
    expect(output).toMatch(/^kinora: installing the packages.*\n$/);
    expect(await calls()).toEqual(['ci --include=dev --include=optional']);
  });

  it('does nothing and prints nothing if they are installed already', async () => {
    await install();
    expect(await install()).toEqual({ code: 0, output: '' });
    expect(await calls()).toHaveLength(1);
  });

  it('builds the client types, the programs, the pages and the documents until they are as their sources are now', async () => {
    await mkdir(join(folder, 'src/base'), { recursive: true });
    await writeFile(
      join(folder, 'src/base/built.js'),
      `import { existsSync } from 'node:fs';
export const [CLIENT_TYPES_FOLDER, PROGRAM_FOLDER, STUDIO_FOLDER, EMBED_FOLDER, DOCS_FOLDER] =
  ['build-client-types', 'bundle', 'build-studio', 'build-embed', 'build-docs'];
export const isBuilt = (name) => existsSync(new URL('../../' + name, import.meta.url));`,
    );
    const fail = 'process.exit(1);';
    const work = (name: string) =>
      `import { appendFileSync } from 'node:fs';\nappendFileSync(new URL('../${name}', import.meta.url), 'once');`;
    await writeFile(join(folder, 'scripts/bundle.mjs'), fail);
    for (const name of ['build-client-types', 'build-studio', 'build-embed', 'build-docs'])
      await writeFile(join(folder, `scripts/${name}.mjs`), work(name));
    expect((await install()).output).toContain('bundle.mjs failed');
    await writeFile(join(folder, 'scripts/bundle.mjs'), work('bundle'));
    for (let run = 0; run < 2; run++) expect(await install()).toEqual({ code: 0, output: '' });
    for (const name of ['build-client-types', 'bundle', 'build-studio', 'build-embed', 'build-docs'])
      expect(await readFile(join(folder, name), 'utf8')).toBe('once');
  });

  it('installs again if the lock file has a different version', async () => {
    await install();
    await writeFile(join(folder, 'package-lock.json'), LOCK.replace('1.0.0', '1.0.1'));
    await install();
    expect(await calls()).toHaveLength(2);
  });

  it('installs without a lock file, too', async () => {
    await rm(join(folder, 'package-lock.json'));
    await install();
    expect(await calls()).toEqual(['install --include=dev --include=optional']);
  });

  it('installs once if it runs twice at the same time', async () => {
    const both = await Promise.all([install(), install()]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(await calls()).toHaveLength(1);
    expect(await readdir(folder)).not.toContain('.install.lock');
  });

  it('takes over the lock of an installation that has died', async () => {
    const lock = join(folder, '.install.lock');
    await writeFile(lock, 'gone');
    await utimes(lock, 0, 0);
    expect((await install()).code).toBe(0);
    expect(await calls()).toHaveLength(1);
  });

  it('prints the output of npm if npm fails, and leaves no lock', async () => {
    const { code, output } = await install({ BREAK: '1' });
    expect(code).toBe(1);
    expect(output).toContain('npm ci failed with exit code 7:\nnpm error a package is gone\n');
    expect(await readdir(folder)).not.toContain('.install.lock');
  });

  it.each([
    [
      'EAI_AGAIN',
      'npm error request to https://user:secret@npm.example/a failed',
      'https://npm.example (EAI_AGAIN)',
    ],
    ['E502', 'npm error 502 Bad Gateway - GET http://npm.example/a', 'http://npm.example (502 Bad Gateway)'],
  ])('ends with one sentence if the registry fails with %s', async (OFFLINE, ANSWER, reason) => {
    const { code, output } = await install({ OFFLINE, ANSWER, FAILURE: 'ENOTCACHED' });
    expect(code).toBe(1);
    expect(output).toBe(
      `kinora: cannot install the packages, because npm cannot download from ${reason} and does not have all ` +
        'of them in its cache: connect this machine to the network, or set the proxy or the registry of npm, ' +
        'and run the command again.\n',
    );
    expect(await calls()).toEqual(['ci --include=dev --include=optional --offline']);
  });

  it('installs from the cache if the registry is unreachable', async () => {
    expect(await install({ OFFLINE: 'ENOTFOUND' })).toEqual({ code: 0, output: '' });
    expect(await calls()).toEqual(['ci --include=dev --include=optional --offline']);
  });

  it('installs if npm cannot ask the registry for another reason', async () => {
    expect((await install({ OFFLINE: 'EACCES' })).code).toBe(0);
    expect(await calls()).toEqual(['ci --include=dev --include=optional']);
  });

  it.each([
    ['ECONNRESET', 'npm cannot download from its registry (ECONNRESET)'],
    ['ENOSPC', 'the disk is full'],
  ])('ends with a sentence if npm fails with %s', async (FAILURE, reason) => {
    const { code, output } = await install({ FAILURE });
    expect(code).toBe(1);
    expect(output.split('\n')[1]).toContain(`kinora: cannot install the packages, because ${reason}`);
    expect(output.trimEnd().split('\n')).toHaveLength(2);
  });
});
