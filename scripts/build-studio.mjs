// Builds the Studio, the page that Kinora serves at `/`. scripts/install.mjs runs this.
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { STUDIO_FOLDER } from '../src/base/built.js';
import { compressFiles } from './compress-files.mjs';
import { buildInto, listFiles } from './place-build.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** The sources, besides those of other parts that the page imports. The types of the client, in the folder `built`, are not in the scripts of the page. */
const SOURCES = [
  '{src/studio,src/client,src/embed,examples/templates,docs/images/templates}/**',
  'scripts/{build-studio,compress-files,place-build}.mjs',
];

await buildInto(STUDIO_FOLDER, async (folder) => {
  const { output } = await build({
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
      // The editor in the pages of other sites has a page of its own.
      rolldownOptions: {
        input: ['index.html', 'embed/editor.html'].map((page) => join(ROOT, 'src/studio', page)),
      },
    },
  });
  await compressFiles(join(folder, 'assets'));
  const imported = output.flatMap(({ moduleIds = [] }) => moduleIds).map((id) => relative(ROOT, id));
  return [
    ...listFiles(ROOT, SOURCES, (name) => name === 'built'),
    ...imported.filter((path) =>
      ['base', 'edit', 'preview', 'render'].some((part) => path.startsWith(join('src', part))),
    ),
  ];
});
