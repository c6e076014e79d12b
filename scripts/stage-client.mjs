import { execFileSync } from 'node:child_process';
import { copyFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { copyFiles, readJson, ROOT, writeManifest } from './staging.mjs';

/** Writes the package of the client to a folder: its JavaScript with declarations, and no dependency. */
export function stageClient(folder) {
  const compiled = join(folder, 'compiled');
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const options = ['--project', join(ROOT, 'tsconfig.client.json'), '--outDir', compiled];
  execFileSync(process.execPath, [tsc, ...options], { stdio: 'inherit' });
  renameSync(join(compiled, 'client'), join(folder, 'dist'));
  rmSync(compiled, { recursive: true });
  copyFiles(ROOT, ['LICENSE'], folder);
  copyFileSync(join(ROOT, 'src/client/README.md'), join(folder, 'README.md'));
  const { version, license, repository, engines } = readJson(join(ROOT, 'package.json'));
  writeManifest(folder, {
    name: '@kinora/client',
    version,
    description: 'The typed client of Kinora, a self-hosted media editing service.',
    type: 'module',
    license,
    repository,
    engines,
    sideEffects: false,
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
  });
}
