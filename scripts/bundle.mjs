// Writes the programs of Kinora with all their modules in few files, because loading a thousand small files takes
// longer than all else in the start of a render. scripts/install.mjs runs this.
import { globSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { dirname, isAbsolute, join, parse, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { PROGRAM_FOLDER } from '../src/base/built.js';
import { buildInto } from './place-build.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** The programs: the command, the library, and everything that runs in a process or a thread of its own. */
const PROGRAMS = Object.fromEntries(
  [
    'src/main/kinora.ts',
    'src/library/library.ts',
    'src/render/child/child.js',
    'src/render/draw/svg/svg-thread.ts',
    'src/render/subject/model-thread.ts',
    'src/server/http/check/run-check.ts',
    'src/speech/programs/espeak.ts',
    'src/speech/programs/flite.ts',
    'src/speech/programs/sherpa.ts',
    'src/speech/programs/start-bound.ts',
    'src/store/embedded/database-thread.ts',
    'src/worker/parse-edit.ts',
  ].map((path) => [parse(path).name, path]),
);
/**
 * The packages that are nothing but JavaScript, and that a render loads before its first picture or that shrink a
 * lot, because most of them is never loaded.
 */
const PACKED =
  /^(@modelcontextprotocol\/sdk|@opentelemetry\/[\w-]+|@rgrove\/parse-xml|bezier-easing|bidi-js|commander|entities|fastest-levenshtein|fraction\.js|ipaddr\.js|kysely|linebreak|mime-types|node-av|p-limit|qr|zod)(\/|$)/;

/** True if a module is named by its package. */
function isPackage(id) {
  return !id.startsWith('.') && !isAbsolute(id);
}

/** True if a module belongs to a package that is packed, together with the packages that it uses itself. */
function isInPacked(path) {
  return PACKED.test(path.slice(path.lastIndexOf('/node_modules/') + '/node_modules/'.length));
}

/** The address of a program, of a file beside a module, of the module, or the folder of the module. */
const ADDRESS =
  /new URL\('\.\/(?:[\w-]+\/)*([\w-]+)\.[jt]s', import\.meta\.url\)|import\.meta\.(url|dirname)/g;

/** Keeps the addresses of files beside a module right, although its code moves. Programs move along. */
const places = {
  name: 'places',
  transform: {
    filter: { code: /import\.meta\.(?:url|dirname)/ },
    handler(code, id) {
      // The bundler's own module has no file.
      if (!isAbsolute(id)) return undefined;
      const url = (path) => `new URL(${JSON.stringify(relative(PROGRAM_FOLDER, path))}, import.meta.url)`;
      const folder = `process.getBuiltinModule('node:url').fileURLToPath(${url(dirname(id))})`;
      return code.replaceAll(ADDRESS, (_, program, part) => {
        if (program === undefined) return part === 'url' ? `${url(id)}.href` : folder;
        if (!(program in PROGRAMS))
          throw new Error(`scripts/bundle.mjs must list ${program}, which ${id} starts.`);
        return `new URL('./${program}.mjs', import.meta.url)`;
      });
    },
  },
};

/** Checks that the packages that stay outside are installed with Kinora, and not only with a bundled package. */
function checkImports(output) {
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const known = new Set([...output.map(({ fileName }) => fileName), ...Object.keys(dependencies)]);
  for (const id of output.flatMap(({ imports = [], dynamicImports = [] }) => [
    ...imports,
    ...dynamicImports,
  ])) {
    const [name] = /^(@[^/]+\/)?[^/]+/.exec(id);
    if (!known.has(name) && !isBuiltin(id)) throw new Error(`${id} is imported, but not in package.json.`);
  }
}

/**
 * Returns the licence texts of the packages that modules belong to. They require a copy beside the bundle.
 *
 * @param modules absolute paths of all modules of a bundle.
 */
function collectLicences(modules) {
  const folders = modules.flatMap((path) => path.match(/^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/) ?? []);
  return [...new Set(folders)].sort().map(describeLicence).join('\n');
}

function describeLicence(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const texts = globSync('{LICEN[CS]E,licen[cs]e,NOTICE}*', { cwd: folder }).map((file) =>
    readFileSync(join(folder, file), 'utf8').trim(),
  );
  return [`# ${name} ${version}, ${license}`, ...texts, ''].join('\n\n');
}

await buildInto(PROGRAM_FOLDER, async (folder) => {
  const bundle = await rolldown({
    input: PROGRAMS,
    cwd: ROOT,
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
  checkImports(output);
  const modules = output.flatMap(({ moduleIds = [] }) => moduleIds);
  await writeFile(`${folder}/licences.md`, collectLicences(modules));
  const own = modules.map((id) => relative(ROOT, id)).filter((path) => /^(src\/|package\.json)/.test(path));
  return [...own, 'scripts/bundle.mjs', 'scripts/place-build.mjs'];
});
