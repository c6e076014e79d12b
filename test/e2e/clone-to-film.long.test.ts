import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { obstacle } from '../../src/render/browse/browser.fixture.ts';
import { probe } from '../../src/render/probe/probe.ts';
import { waitUntil } from '../../src/store/test-databases.fixture.ts';
import { openStudio } from './open-studio.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');
/** A new user needs no more: from the clone to the film on the disk. */
const TIMEOUT_MS = 300_000;

it.skipIf(obstacle !== undefined)(
  'a new user makes a film through the page alone',
  async () => {
    await using stack = new AsyncDisposableStack();
    const folder = stack.adopt(await mkdtemp(join(tmpdir(), 'kinora-clone-')), (path) =>
      rm(path, { recursive: true, force: true }),
    );
    const clone = join(folder, 'kinora');
    await run('git', ['clone', '--quiet', '--depth', '1', `file://${ROOT}`, clone]);
    const url = await startClone(clone, folder, stack);
    const keys = JSON.parse(await readFile(join(folder, 'home/keys.json'), 'utf8')) as { v1: string };

    await using studio = await openStudio(url, keys.v1);
    const { page } = studio;
    page.setDefaultTimeout(TIMEOUT_MS);
    await page.getByRole('link', { name: 'Start' }).click();
    await page.getByRole('link', { name: /Quote card/ }).click();
    await page.getByLabel('Quote', { exact: true }).fill('It began with a clone.');
    await page.getByRole('button', { name: 'Render', exact: true }).click();
    await page.getByRole('status').getByText('Done').waitFor();
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download' }).click();
    const film = join(folder, 'film.mp4');
    await (await downloading).saveAs(film);

    expect(await probe(film)).toMatchObject({ kind: 'av', video: { width: 1080, height: 1080 } });
    expect(studio.faults).toEqual([]);
  },
  TIMEOUT_MS,
);

/** Runs `npm start` in a clone. Returns the address of the server. */
async function startClone(clone: string, folder: string, stack: AsyncDisposableStack): Promise<string> {
  const home = join(folder, 'home');
  const tmp = join(folder, 'tmp');
  await mkdir(tmp);
  const environment = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE|VITEST)/.test(name));
  const child = spawn('npm', ['start'], {
    cwd: clone,
    env: {
      ...Object.fromEntries(environment),
      KINORA_HOME: home,
      TMPDIR: tmp,
      PORT: '0',
      // The packages of this checkout were just installed.
      npm_config_prefer_offline: 'true',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  stack.defer(async () => {
    const ended = once(child, 'close');
    if (child.exitCode === null && child.kill()) await ended;
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await waitUntil(
    () => text.includes('Then request its status') || child.exitCode !== null,
    TIMEOUT_MS / 1000,
  );
  const url = /ready at (\S+)/.exec(text)?.[1];
  if (url === undefined) throw new Error(`npm start did not start a server:\n${text}`);
  return url;
}
