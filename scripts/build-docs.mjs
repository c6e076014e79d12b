// Builds the site of the documents, which Kinora serves below `/docs/`. scripts/install.mjs runs this.
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSite } from '../site/build-site.ts';
import { DOCS_FOLDER } from '../src/base/built.js';
import { bundleSiteScript } from './bundle-site.mjs';
import { compressFiles } from './compress-files.mjs';
import { placeBuild } from './place-build.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOURCES = [
  '*.md',
  '{docs,site}/**',
  '{examples,ops,deploy}/**',
  'src/studio/style/*',
  'scripts/{build-docs,bundle-site,compress-files,place-build}.mjs',
];

await mkdir(dirname(DOCS_FOLDER), { recursive: true });
const folder = await mkdtemp(`${DOCS_FOLDER}.`);
try {
  await buildSite(folder, { suffix: '', hasServer: true });
  await bundleSiteScript(folder);
  await compressFiles(folder);
  const sources = globSync(SOURCES, { cwd: ROOT, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length));
  placeBuild(folder, DOCS_FOLDER, sources);
} finally {
  await rm(folder, { recursive: true, force: true });
}
