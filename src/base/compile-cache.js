import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Folder for files that Kinora derives from its packages and its own code. It is removed together with
 * `node_modules`.
 */
export const CACHE_FOLDER = fileURLToPath(new URL('../../node_modules/.cache/kinora', import.meta.url));

/**
 * Enables the compile cache of Node.js for all modules that are loaded from now on. It halves the time to
 * load them. Entries depend on the content of each module. If the folder is not writable, modules are
 * compiled as usual.
 */
export function cacheCompiledCode() {
  enableCompileCache(join(CACHE_FOLDER, 'compiled'));
}
