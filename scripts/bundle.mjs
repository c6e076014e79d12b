// Writes the programs of Kinora with all their modules in few files, because loading a thousand small files takes
// longer than all else in the start of a render. scripts/install.mjs runs this.
import { mkdtemp, rm } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { PROGRAM_FOLDER } from '../src/base/built.js';
import { placeBuild } from './place-build.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PROGRAMS = { kinora: 'src/main/kinora.ts', child: 'src/render/isolate/child.js' };
/** The packages that a render loads before its first picture, if they are nothing but JavaScript. */
const PACKED =
  /^(@rgrove\/parse-xml|bezier-easing|bidi-js|commander|entities|fastest-levenshtein|fraction\.js|ipaddr\.js|kysely|linebreak|mime-types|node-av|p-limit|zod)(\/|$)/;

/** True if a module is named by its package. */
function isPackage(id) {
  return !id.startsWith('.') && !isAbsolute(id);
}

/** True if a module belongs to a package that is packed, together with the packages that it uses itself. */
function isInPacked(path) {
  return PACKED.test(path.slice(path.lastIndexOf('/node_modules/') + '/node_modules/'.length));
}

/** Keeps the addresses of files beside a module right, although its code moves. */
const places = {
  name: 'places',
  transform: {
    filter: { code: /import\.meta\.(?:url|dirname)/ },
    handler(code, id) {
      // The bundler's own module has no file.
      if (!isAbsolute(id)) return undefined;
      const url = (path) => `new URL(${JSON.stringify(relative(PROGRAM_FOLDER, path))}, import.meta.url)`;
      const folder = `process.getBuiltinModule('node:url').fileURLToPath(${url(dirname(id))})`;
      return code.replaceAll('import.meta.url', `${url(id)}.href`).replaceAll('import.meta.dirname', folder);
    },
  },
};

const folder = await mkdtemp(`${PROGRAM_FOLDER}.`);
try {
  const bundle = await rolldown({
    input: Object.fromEntries(Object.entries(PROGRAMS).map(([name, path]) => [name, join(ROOT, path)])),
    platform: 'node',
    plugins: [places],
    external: (id, importer = '') => isPackage(id) && !PACKED.test(id) && !isInPacked(importer),
    logLevel: 'silent',
  });
  const { output } = await bundle.write({
    dir: folder,
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
  });
  const modules = output.flatMap(({ moduleIds = [] }) => moduleIds).map((id) => relative(ROOT, id));
  const own = modules.filter((path) => /^(src\/|package\.json)/.test(path));
  placeBuild(folder, PROGRAM_FOLDER, [...own, 'scripts/bundle.mjs', 'scripts/place-build.mjs']);
} finally {
  await rm(folder, { recursive: true, force: true });
}
