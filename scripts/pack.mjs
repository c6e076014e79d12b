// `npm run pack`: packs Kinora and, as a package without dependencies, its client. Options go to `npm pack`.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'kinora-pack-'));
try {
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  run(process.execPath, ['node_modules/typescript/bin/tsc', '--project', 'tsconfig.client.json']);
  const { version, license, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const manifest = {
    name: '@kinora/client',
    version,
    description: 'The typed client of Kinora, a self-hosted media editing service.',
    type: 'module',
    license,
    engines,
    sideEffects: false,
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  cpSync(join(root, 'dist/client'), join(folder, 'dist'), { recursive: true });
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  run('npm', ['pack', '.', folder, ...process.argv.slice(2)]);
} finally {
  rmSync(folder, { recursive: true });
}

function run(command, args) {
  // Windows finds `npm.cmd` only in a shell.
  const shell = command === 'npm' && process.platform === 'win32';
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell });
  if (status !== 0) throw error ?? new Error(`${command} failed.`);
}
