import { fileURLToPath } from 'node:url';

/**
 * Folder for files that Kinora derives from its packages and its own code. It is removed together with
 * `node_modules`.
 */
export const CACHE_FOLDER = fileURLToPath(new URL('../../node_modules/.cache/kinora', import.meta.url));
