// Bundles the script that the pages of the documents load. The types of Vite bring those of browsers, so this is
// no part of the program in site/.
import { join } from 'node:path';
import { build } from 'vite';
import { ROOT } from '../site/site-map.ts';

/**
 * Bundles the script of the pages: search and copying.
 *
 * @param folder that of the site.
 */
export async function bundleSiteScript(folder) {
  await build({
    root: join(ROOT, 'site/browser'),
    configFile: false,
    logLevel: 'error',
    build: {
      outDir: join(folder, 'site'),
      emptyOutDir: false,
      target: 'es2022',
      // No module: browsers load those only from a server, and a folder of pages needs none.
      lib: { entry: 'site.ts', formats: ['iife'], name: 'kinoraSite', fileName: () => 'site.js' },
    },
  });
}
