import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import ts from 'typescript';
import { EMBED_FOLDER } from '../src/base/built.js';
import { EMBED_ENTRIES } from './embed-entries.mjs';
import { copyBuild, copyFiles, readJson, ROOT, writeManifest } from './staging.mjs';

/** Writes the package of the preview engine and the elements to a folder: their scripts and their declarations. */
export function stagePreview(folder) {
  copyBuild(EMBED_FOLDER, join(folder, 'dist'), (path) => !/\.(br|gz)$/.test(path));
  copyFiles(ROOT, ['LICENSE'], folder);
  copyFileSync(join(ROOT, 'src/preview/README.md'), join(folder, 'README.md'));
  declare(
    EMBED_ENTRIES.map(([, path]) => path),
    join(folder, 'types'),
  );
  const exported = EMBED_ENTRIES.map(([name, path]) => [
    name === 'preview' ? '.' : `./${name}`,
    { types: `./types/${declarationOf(path)}`, default: `./dist/${name}.js` },
  ]);
  const { version, license, repository } = readJson(join(ROOT, 'package.json'));
  writeManifest(folder, {
    name: '@kinora/preview',
    version,
    description: 'Plays and edits the edits of Kinora, a self-hosted media editing service, in a page.',
    type: 'module',
    license: `(${license} AND MPL-2.0)`,
    repository,
    exports: Object.fromEntries(exported),
  });
}

/** Writes the declarations of files, and of all files of Kinora that they name, to a folder. */
function declare(paths, folder) {
  const { options } = ts.getParsedCommandLineOfConfigFile(
    join(ROOT, 'src/preview/tsconfig.json'),
    {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      rootDir: join(ROOT, 'src'),
      jsx: ts.JsxEmit.Preserve,
    },
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
        throw new Error(messageText);
      },
    },
  );
  const program = ts.createProgram(
    paths.map((path) => join(ROOT, path)),
    options,
  );
  const left = [...paths];
  const known = new Set(left);
  for (let path = left.pop(); path; path = left.pop()) {
    const target = join(folder, declarationOf(path));
    mkdirSync(dirname(target), { recursive: true });
    program.emit(
      program.getSourceFile(join(ROOT, path)),
      (_, text) => {
        // Not all libraries of TypeScript have `Disposable`.
        writeFileSync(target, `/// <reference lib="esnext.disposable" />\n${text}`);
        for (const [, imported] of text.matchAll(/(?:from |import\()['"](\.[^'"]+)['"]/g)) {
          const next = posix.join(posix.dirname(path), imported);
          if (!known.has(next)) left.push(next);
          known.add(next);
        }
      },
      undefined,
      true,
    );
  }
}

function declarationOf(path) {
  return relative('src', path).replace(/\.tsx?$/, '.d.ts');
}
