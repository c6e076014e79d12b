import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { CACHE_FOLDER } from './cache-folder.js';

/**
 * Enables the compile cache of Node.js for all modules that are loaded from now on. It halves the time to
 * load them. Entries depend on the content of each module. If the folder is not writable, modules are
 * compiled as usual.
 */
export function cacheCompiledCode() {
  enableCompileCache(join(CACHE_FOLDER, 'compiled'));
}
