// Builds the scripts with which other pages play and edit: the preview engine and the elements. Kinora serves them at
// `/embed/`, and they are the package `@kinora/preview`. scripts/install.mjs runs this.
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { EMBED_FOLDER } from '../src/base/built.js';
import { compressFiles } from './compress-files.mjs';
import { EMBED_ENTRIES } from './embed-entries.mjs';
import { buildInto } from './place-build.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** The licence of mediabunny asks for a word on where its source is. */
const BANNER =
  '/*! Kinora (MIT). The licences of what it contains are in licences.md beside this file. The source of mediabunny (MPL-2.0), which is unchanged: https://github.com/Vanilagy/mediabunny */';

await buildInto(EMBED_FOLDER, async (folder) => {
  const { output } = await build({
    root: ROOT,
    // Parts are found beside the script, on whatever server it is.
    base: './',
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: false,
      license: { fileName: 'licences.md' },
      rolldownOptions: {
        input: Object.fromEntries(EMBED_ENTRIES.map(([name, path]) => [name, join(ROOT, path)])),
        external: 'react',
        preserveEntrySignatures: 'strict',
        output: {
          postBanner: BANNER,
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          assetFileNames: '[name]-[hash][extname]',
        },
      },
    },
  });
  await compressFiles(folder);
  const modules = output.flatMap(({ moduleIds = [] }) => moduleIds).map((id) => relative(ROOT, id));
  return [
    ...modules.filter((path) => path.startsWith('src/')).map((path) => path.split('?', 1)[0]),
    ...['build-embed', 'compress-files', 'embed-entries', 'place-build'].map((name) => `scripts/${name}.mjs`),
  ];
});
