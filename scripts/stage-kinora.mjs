import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import ts from 'typescript';
import { DOCS_FOLDER, EMBED_FOLDER, PROGRAM_FOLDER, STUDIO_FOLDER } from '../src/base/built.js';
import { rewriteLinks } from '../site/rewrite-links.ts';
import { readSiteMap } from '../site/site-map.ts';
import { copyBuild, copyFiles, readJson, ROOT, writeManifest } from './staging.mjs';

/**
 * Packages with a script that npm would run at installation, and the files of them that Kinora needs. They travel
 * inside the package of Kinora, without the script (decision 75).
 */
const BUNDLED = {
  koffi: ['{index,indirect}.{js,cjs}', 'src/**/*.{js,cjs}', 'LICENSE.txt'],
};
/** A package that is in the programs, but that another one asks for besides. */
const ALSO_INSTALLED = ['zod'];
/** The packages with the binaries of node-av, which is in the programs, and of koffi, which is only used on Linux. */
const BINARIES = /^@seydx\/node-av-|^@koromix\/koffi-linux-(x64|arm64)$/;

/** The files that a program reads at run time, besides its own code. */
const READ_BY_PROGRAMS = [
  'src/**/*.{css,html,sh,svg,wasm}',
  'examples/hello.json',
  'examples/templates/*.json',
  'examples/templates/media/*',
];
/** The modules that `bin/kinora.js` loads before it knows which Node.js runs. */
const LOADED_BY_COMMAND = ['bin/*.js', 'src/base/{built,cache-folder,compile-cache}.js'];
/** The documents that people look for in a package. Their links lead into the site of the documents. */
const DOCUMENTS = ['README.md', 'CHANGELOG.md', 'docs/*.md'];

/**
 * Writes the package of Kinora to a folder: the programs, the Studio, the client and the types. It has no
 * TypeScript, which Node.js does not run under `node_modules`.
 *
 * @param client the folder of the compiled client.
 * @throws if the programs or the Studio are older than their sources.
 */
export function stageKinora(folder, client) {
  for (const built of [PROGRAM_FOLDER, STUDIO_FOLDER, EMBED_FOLDER, DOCS_FOLDER]) {
    const target = join(folder, relative(ROOT, built));
    copyBuild(built, target);
    // A package has no sources that could be newer.
    writeFileSync(join(target, 'made-from.json'), '{}');
  }
  cpSync(client, join(folder, 'dist/client'), { recursive: true });
  for (const path of ['src/library/library.ts', 'src/library/calls.ts']) declare(path, folder);
  copyFiles(ROOT, [...LOADED_BY_COMMAND, ...READ_BY_PROGRAMS, 'LICENSE'], folder);
  stageDocuments(folder);
  for (const [name, files] of Object.entries(BUNDLED))
    stageBundled(name, files, join(folder, 'node_modules', name));
  writeManifest(folder, describeKinora());
}

/** Writes the declarations of a file, without those of its imports. */
function declare(path, folder) {
  const compilerOptions = { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.NodeNext };
  const text = readFileSync(join(ROOT, path), 'utf8');
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(text, { fileName: path, compilerOptions });
  if (diagnostics.length > 0) throw new Error(ts.formatDiagnostics(diagnostics, ts.createCompilerHost({})));
  const target = join(folder, path.replace(/^src/, 'dist').replace(/\.ts$/, '.d.ts'));
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, outputText);
}

/** Writes the documents. The site has everything that they link to, and the package has nothing else of it. */
function stageDocuments(folder) {
  const { bySource } = readSiteMap();
  for (const source of DOCUMENTS.flatMap((pattern) => globSync(pattern, { cwd: ROOT }))) {
    const page = join(DOCS_FOLDER, `${bySource.get(source).address}.md`);
    const place = posix.dirname(posix.join(relative(ROOT, DOCS_FOLDER), bySource.get(source).address));
    const text = rewriteLinks(readFileSync(page, 'utf8'), (href) =>
      /^([a-z]+:|#)/.test(href) ? href : posix.relative(posix.dirname(source), posix.join(place, href)),
    );
    mkdirSync(dirname(join(folder, source)), { recursive: true });
    writeFileSync(join(folder, source), text);
  }
}

/** Writes a package that travels inside: its files, and a manifest without scripts and dependencies. */
function stageBundled(name, files, folder) {
  const source = join(ROOT, 'node_modules', name);
  copyFiles(source, files, folder);
  const { version, license, type, main, module, exports } = readJson(join(source, 'package.json'));
  writeManifest(folder, { name, version, license, type, main, module, exports });
}

/** Returns the names of the packages whose code is in the programs, from the list of their licences. */
function listPackagesInPrograms() {
  const licences = readFileSync(join(PROGRAM_FOLDER, 'licences.md'), 'utf8');
  return [...licences.matchAll(/^# (\S+) [\d.]+, /gm)].map(([, name]) => name);
}

/** Returns the manifest of the packed Kinora: what only development needs is left out. */
function describeKinora() {
  const { name, version, description, type, license, repository, engines, bin, exports, ...rest } = readJson(
    join(ROOT, 'package.json'),
  );
  const inPrograms = listPackagesInPrograms().filter((one) => !ALSO_INSTALLED.includes(one));
  const dependencies = Object.entries(rest.dependencies).filter(([one]) => !inPrograms.includes(one));
  const binaries = Object.entries(readJson(join(ROOT, 'package-lock.json')).packages)
    .map(([path, installed]) => [path.replace('node_modules/', ''), installed.version])
    .filter(([one]) => BINARIES.test(one));
  return {
    name,
    version,
    description,
    type,
    license,
    repository,
    engines,
    bin,
    exports,
    dependencies: Object.fromEntries(dependencies),
    optionalDependencies: { ...rest.optionalDependencies, ...Object.fromEntries(binaries) },
    bundleDependencies: Object.keys(BUNDLED),
  };
}
