// Builds the site of the documents, which Kinora serves below `/docs/`. scripts/install.mjs runs this.
import { fileURLToPath } from 'node:url';
import { buildSite } from '../site/build-site.ts';
import { DOCS_FOLDER } from '../src/base/built.js';
import { bundleSiteScript } from './bundle-site.mjs';
import { compressFiles } from './compress-files.mjs';
import { buildInto, listFiles } from './place-build.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOURCES = [
  '*.md',
  '{docs,site}/**',
  '{examples,ops,deploy}/**',
  'src/studio/style/*',
  'src/{base,embed,preview}/**',
  'src/render/{gain,media,resolve,scene}/**',
  'scripts/{build-docs,bundle-site,compress-files,place-build}.mjs',
];

await buildInto(DOCS_FOLDER, async (folder) => {
  await buildSite(folder, { suffix: '', hasServer: true });
  await bundleSiteScript(folder);
  await compressFiles(folder);
  return listFiles(ROOT, SOURCES);
});
