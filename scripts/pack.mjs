// `npm run pack`: packs Kinora and, as a package without dependencies, its client. Options go to `npm pack`.
// scripts/install.mjs has made the programs and the Studio before.
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { isBuilt, PROGRAM_FOLDER, STUDIO_FOLDER } from '../src/base/built.js';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Packages with a script that npm would run at installation, and the files of them that Kinora needs. They travel
 * inside the package of Kinora, without the script (decision 75).
 */
const BUNDLED = {
  koffi: ['{index,indirect}.{js,cjs}', 'src/**/*.{js,cjs}', 'LICENSE.txt'],
  'swagger-ui-dist': [
    'swagger-ui-bundle.js',
    'swagger-ui-bundle.js.LICENSE.txt',
    'swagger-ui.css',
    '{LICENSE,NOTICE}',
  ],
};
/** Packages whose JavaScript is in the programs already, so that only their binaries are installed. */
const IN_PROGRAMS = ['node-av'];
/** The packages with the binaries that the packages above load. */
const BINARIES = /^@seydx\/node-av-|^@koromix\/koffi-linux-(x64|arm64)$/;

/** The files that a program reads at run time, besides its own code. */
const READ_BY_PROGRAMS = [
  'src/**/*.{css,html,sh,svg,wasm}',
  'src/server/http/docs/page/*.js',
  'examples/hello.json',
];
/** The files for readers. */
const DOCUMENTS = ['README.md', 'CHANGELOG.md', 'LICENSE', 'docs/*.md'];

const manifest = readJson('package.json');
const { packages } = readJson('package-lock.json');

const staging = mkdtempSync(join(tmpdir(), 'kinora-pack-'));
try {
  const [kinora, client] = [join(staging, 'kinora'), join(staging, 'client')];
  stageClient(client);
  stageKinora(kinora, join(client, 'dist'));
  run('npm', ['pack', kinora, client, ...process.argv.slice(2)]);
} finally {
  rmSync(staging, { recursive: true });
}

/** Writes the files of the client: compiled, with declarations. */
function stageClient(folder) {
  const compiled = join(staging, 'compiled');
  run(process.execPath, [
    'node_modules/typescript/bin/tsc',
    ...['--project', 'tsconfig.client.json', '--outDir', compiled],
  ]);
  cpSync(join(compiled, 'client'), join(folder, 'dist'), { recursive: true });
  copy(root, ['LICENSE'], folder);
  const { version, license, engines } = manifest;
  writeManifest(folder, {
    ...{ name: '@kinora/client', version },
    description: 'The typed client of Kinora, a self-hosted media editing service.',
    ...{ type: 'module', license, engines },
    sideEffects: false,
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
  });
}

/** Writes the files of Kinora. @param client the folder of the compiled client. */
function stageKinora(folder, client) {
  for (const built of [PROGRAM_FOLDER, STUDIO_FOLDER]) {
    if (!isBuilt(built)) throw new Error(`${relative(root, built)} is not made. Run \`npm run pack\`.`);
    const target = join(folder, relative(root, built));
    // A build before may have left files.
    copy(built, readJson(join(relative(root, built), 'files.json')), target);
    // A package has no sources that could be newer.
    writeFileSync(join(target, 'made-from.json'), '{}');
  }
  cpSync(client, join(folder, 'dist/client'), { recursive: true });
  for (const path of globSync('src/library/{library,calls}.ts', { cwd: root })) declare(path, folder);
  copy(
    root,
    ['bin/*.js', 'src/base/{built,cache-folder,compile-cache}.js', ...READ_BY_PROGRAMS, ...DOCUMENTS],
    folder,
  );
  for (const [name, files] of Object.entries(BUNDLED))
    stageBundled(name, files, join(folder, 'node_modules', name));
  writeManifest(folder, describeKinora());
}

/** Writes the declarations of a file, without those of what it imports. */
function declare(path, folder) {
  const options = { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.NodeNext };
  const text = readFileSync(join(root, path), 'utf8');
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(text, {
    fileName: path,
    compilerOptions: options,
  });
  if (diagnostics.length > 0) throw new Error(ts.formatDiagnostics(diagnostics, ts.createCompilerHost({})));
  const target = join(folder, path.replace(/^src/, 'dist').replace(/\.ts$/, '.d.ts'));
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, outputText);
}

/** Writes a package that travels inside: its files, and a manifest without scripts and dependencies. */
function stageBundled(name, files, folder) {
  const source = join(root, 'node_modules', name);
  copy(source, files, folder);
  const { version, license, type, main, module, exports } = JSON.parse(
    readFileSync(join(source, 'package.json'), 'utf8'),
  );
  writeManifest(folder, { name, version, license, type, main, module, exports });
}

/** Returns the manifest of the packed Kinora: what only development needs is left out. */
function describeKinora() {
  const { name, version, description, type, license, engines, bin, exports } = manifest;
  const { dependencies, optionalDependencies } = manifest;
  const binaries = Object.entries(packages)
    .map(([path, { version }]) => [path.replace('node_modules/', ''), version])
    .filter(([name]) => BINARIES.test(name));
  return {
    ...{ name, version, description, type, license, engines, bin, exports },
    dependencies: Object.fromEntries(
      Object.entries(dependencies).filter(([name]) => !IN_PROGRAMS.includes(name)),
    ),
    optionalDependencies: { ...optionalDependencies, ...Object.fromEntries(binaries) },
    bundleDependencies: Object.keys(BUNDLED),
  };
}

/** Copies the files of the patterns from one folder to another. Each pattern must match. */
function copy(from, patterns, to) {
  for (const pattern of patterns) {
    const paths = globSync(pattern, { cwd: from, exclude: ['src/studio/**'] });
    if (paths.length === 0) throw new Error(`${join(from, pattern)} is missing.`);
    for (const path of paths) cpSync(join(from, path), join(to, path), { recursive: true });
  }
}

function readJson(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}

function writeManifest(folder, content) {
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(content, null, 2)}\n`);
}

function run(command, args) {
  // Windows finds `npm.cmd` only in a shell.
  const shell = command === 'npm' && process.platform === 'win32';
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell });
  if (status !== 0) throw error ?? new Error(`${command} failed.`);
}
