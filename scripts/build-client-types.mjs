// Writes the types of requests and responses for the client from the schemas of Kinora. scripts/install.mjs runs this.
import { mkdirSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CLIENT_TYPES_FOLDER, recordSources } from '../src/base/built.js';

const ROOT = new URL('..', import.meta.url).href;
const sources = new Set([import.meta.url]);
registerHooks({
  load(url, context, next) {
    sources.add(url);
    return next(url, context);
  },
});
const { writeClientTypes } = await import('./client-types/write-types.ts');
mkdirSync(CLIENT_TYPES_FOLDER, { recursive: true });
writeFileSync(join(CLIENT_TYPES_FOLDER, 'types.ts'), writeClientTypes());
const own = [...sources].filter((url) => url.startsWith(ROOT) && !url.includes('/node_modules/'));
recordSources(
  CLIENT_TYPES_FOLDER,
  own.map((url) => fileURLToPath(url).slice(fileURLToPath(ROOT).length)),
);
