// Builds the Studio, the page that Kinora serves at `/`. scripts/install.mjs runs this.
import { globSync } from 'node:fs';
import { chmod, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { recordSources, STUDIO_FOLDER } from '../src/base/built.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const folder = await mkdtemp(`${STUDIO_FOLDER}.`);
try {
  await build({
    root: join(ROOT, 'src/studio'),
    // Relative addresses work behind any prefix of a proxy.
    base: './',
    configFile: false,
    logLevel: 'error',
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: false,
    },
  });
  const sources = globSync(['src/studio/**', 'src/client/**'], { cwd: ROOT, withFileTypes: true });
  recordSources(folder, [
    ...sources
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length)),
    'scripts/build-studio.mjs',
  ]);
  // The server may run as another user.
  await chmod(folder, 0o755);
  await rm(STUDIO_FOLDER, { recursive: true, force: true });
  await rename(folder, STUDIO_FOLDER);
} finally {
  await rm(folder, { recursive: true, force: true });
}
