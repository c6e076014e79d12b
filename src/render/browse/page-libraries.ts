import { readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { KinoraError } from '../../base/errors.ts';
import { errorCodeOf } from '../../base/error-code.ts';

/** The file of each library, in its package. The key is the name that a script knows the library by. */
const LIBRARIES = {
  anime: ['animejs', 'dist/bundles/anime.umd.min.js'],
  d3: ['d3', 'dist/d3.min.js'],
  lottie: ['lottie-web', 'build/player/lottie_svg.min.js'],
} as const;

/** The plugins of GSAP that the public service has. */
const GSAP_PLUGINS = [
  'SplitText',
  'TextPlugin',
  'ScrambleTextPlugin',
  'DrawSVGPlugin',
  'MorphSVGPlugin',
  'MotionPathPlugin',
  'Flip',
  'CustomEase',
  'CustomBounce',
  'CustomWiggle',
  'EasePack',
  'Physics2DPlugin',
  'PhysicsPropsPlugin',
  'InertiaPlugin',
] as const;

/** CustomBounce and CustomWiggle are made of this plugin, so it comes first. */
const BASE_PLUGIN = 'CustomEase';

/**
 * Returns the scripts of the libraries that a page names, in the order in which they must run.
 *
 * @param code the markup and the script of the page.
 * @param folder a folder with GSAP, in place of an installed package.
 * @throws {KinoraError} `page_failed` if the page names GSAP and it is not installed.
 */
export async function readLibraries(code: string, folder: string | undefined): Promise<readonly string[]> {
  const words = new Set(code.match(/\w+/g));
  const isNamed = (name: string): boolean => words.has(name);
  const own = Object.entries(LIBRARIES)
    .filter(([name]) => isNamed(name))
    .map(([, [name, file]]) => readFile(join(folderOf(name), file), 'utf8'));
  const scripts = await Promise.all(own);
  return isNamed('gsap') ? [...scripts, ...(await readGsap(isNamed, folder))] : scripts;
}

/** Reads GSAP, and registers those plugins that are named. It is not open source, so Kinora does not bring it. */
async function readGsap(
  isNamed: (name: string) => boolean,
  folder = join(folderOf('gsap'), 'dist'),
): Promise<readonly string[]> {
  const wanted = GSAP_PLUGINS.filter(isNamed);
  const plugins = wanted.length > 0 ? [...new Set([BASE_PLUGIN, ...wanted])] : [];
  try {
    const names = ['gsap', ...plugins];
    const scripts = await Promise.all(names.map((name) => readFile(join(folder, `${name}.min.js`), 'utf8')));
    // EasePack registers several eases under their own names.
    const registered = plugins.filter((name) => name !== 'EasePack');
    return registered.length === 0 ? scripts : [...scripts, `gsap.registerPlugin(${registered.join()});`];
  } catch (error) {
    if (errorCodeOf(error) !== 'ENOENT') throw error;
    throw new KinoraError(
      'page_failed',
      'the page uses GSAP, which Kinora does not bring because it is not open source. Install it beside Kinora with "npm install gsap", or set KINORA_PAGE_LIBRARIES to a folder with its files.',
    );
  }
}

/** Returns the folder of a package, or a folder that does not exist if it is not installed. */
function folderOf(name: string): string {
  try {
    return dirname(findPackageJSON(name, import.meta.url) ?? '');
  } catch {
    return join('/', 'not-installed', name);
  }
}
