import { execFile } from 'node:child_process';
import { link, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompressSync } from 'node:zlib';
import { BROWSER_FOLDER } from '../../src/render/browse/browser.fixture.ts';
import { unpackBrowser } from '../../src/render/browse/unpack-browser.ts';

/** A Chromium with WebGL2 in software, in a folder of its own. */
export interface BrowserWithGraphics extends AsyncDisposable {
  readonly program: string;
  readonly libraries: string | undefined;
}

/**
 * Puts the Chromium that Kinora brings along beside the software that draws in place of a graphics card. Chromium finds
 * it only there. Kinora itself needs no WebGL, so its own Chromium has none.
 */
export async function unpackBrowserWithGraphics(): Promise<BrowserWithGraphics> {
  const { program, libraries } = await unpackBrowser(BROWSER_FOLDER);
  const folder = await mkdtemp(join(BROWSER_FOLDER, 'graphics-'));
  const packed = fileURLToPath(
    new URL('../bin/swiftshader.tar.br', import.meta.resolve('@sparticuz/chromium')),
  );
  const archive = join(folder, 'swiftshader.tar');
  await writeFile(archive, brotliDecompressSync(await readFile(packed)));
  await promisify(execFile)('tar', ['-xf', archive], { cwd: folder });
  await link(program, join(folder, 'chromium'));
  return {
    program: join(folder, 'chromium'),
    libraries,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
