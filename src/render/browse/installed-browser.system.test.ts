import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { BROWSER_FOLDER, obstacle, testBrowser } from './browser.fixture.ts';
import { findSandboxObstacle } from './sandbox.ts';
import { unpackBrowser } from './unpack-browser.ts';

vi.setConfig({ testTimeout: 120_000 });

const PAGE = {
  html: '<b>Hello</b>',
  css: '',
  position: 'center',
  width: 300,
  height: 200,
  scale: 1,
} as const;

it.skipIf(obstacle !== undefined)(
  'draws pages with an installed Chromium as with the packaged one',
  async () => {
    await using folder = await createFolder();
    // A program of the machine brings its own libraries, and so does this one.
    const { program, libraries } = await unpackBrowser(BROWSER_FOLDER);
    const installed = join(folder.path, 'chromium');
    await writeFile(installed, `#!/bin/sh\nLD_LIBRARY_PATH=${libraries} exec ${program} "$@"\n`, {
      mode: 0o755,
    });

    const pictures: Buffer[] = [];
    for (const browser of [testBrowser(), testBrowser({ folder: join(folder.path, 'home'), installed })])
      try {
        const { png } = await browser.capture(PAGE, [], new AbortController().signal);
        pictures.push(Buffer.from(png));
      } finally {
        await browser.close();
      }
    expect(pictures[1]).toEqual(pictures[0]);
  },
);

it('needs an installed Chromium on processors that the packaged one is not for', async () => {
  const { arch } = process;
  Object.defineProperty(process, 'arch', { value: 'arm64' });
  try {
    expect((await findSandboxObstacle())?.reason).toContain('KINORA_CHROMIUM');
    expect((await findSandboxObstacle('/usr/bin/chromium'))?.reason ?? '').not.toContain('KINORA_CHROMIUM');
  } finally {
    Object.defineProperty(process, 'arch', { value: arch });
  }
});

/** Creates a folder that the user of the sandbox can read. */
async function createFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'kinora-installed-'));
  await chmod(path, 0o755);
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
}
