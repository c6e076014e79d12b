// Builds the Studio, the page that Kinora serves at `/`. scripts/install.mjs runs this.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { STUDIO_FOLDER } from '../src/base/built.js';
import { compressFiles } from './compress-files.mjs';
import { buildInto, listFiles } from './place-build.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** The sources. The types of the client, in the folder `built`, are not in the scripts of the page. */
const SOURCES = [
  '{src/studio,src/client,examples/templates,docs/images/templates}/**',
  'src/base/{colour,easing-curves,text/decode-file}.ts',
  'scripts/{build-studio,compress-files,place-build}.mjs',
];

await buildInto(STUDIO_FOLDER, async (folder) => {
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
  return listFiles(ROOT, SOURCES, (name) => name === 'built');
});
