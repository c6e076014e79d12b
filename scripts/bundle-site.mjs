// Bundles the scripts that the pages of the documents load. The types of Vite bring those of browsers, so this is
// no part of the program in site/.
import { join } from 'node:path';
import { build } from 'vite';
import { ROOT } from '../site/site-map.ts';

/**
 * Bundles the scripts of the pages: search and copying for all, and the player for the page that shows one.
 *
 * @param folder that of the site.
 */
export async function bundleSiteScript(folder) {
  for (const name of ['site', 'demo'])
    await build({
      root: join(ROOT, 'site/browser'),
      configFile: false,
      logLevel: 'error',
      build: {
        outDir: join(folder, 'site'),
        emptyOutDir: false,
        target: 'es2022',
        // No module: browsers load those only from a server, and a folder of pages needs none.
        lib: { entry: `${name}.ts`, formats: ['iife'], name: `kinora_${name}`, fileName: () => `${name}.js` },
      },
    });
}
