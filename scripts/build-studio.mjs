// Builds the Studio, the page that Kinora serves at `/`. scripts/install.mjs runs this.
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { STUDIO_FOLDER } from '../src/base/built.js';
import { compressFiles } from './compress-files.mjs';
import { placeBuild } from './place-build.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

await mkdir(dirname(STUDIO_FOLDER), { recursive: true });
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
      license: { fileName: 'licences.md' },
    },
  });
  await compressFiles(join(folder, 'assets'));
  const sources = globSync(
    ['src/studio/**', 'src/client/**', 'examples/templates/**', 'docs/images/templates/**'],
    // The types of the client are not in the scripts.
    { cwd: ROOT, withFileTypes: true, exclude: ({ name }) => name === 'built' },
  );
  placeBuild(folder, STUDIO_FOLDER, [
    ...sources
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length)),
    'scripts/build-studio.mjs',
    'scripts/compress-files.mjs',
    'scripts/place-build.mjs',
  ]);
} finally {
  await rm(folder, { recursive: true, force: true });
}
