// `npm run pack`: packs Kinora and, as a package without dependencies, its client. Options go to `npm pack`.
// scripts/install.mjs has made the programs and the Studio before.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stageClient } from './stage-client.mjs';
import { stageKinora } from './stage-kinora.mjs';
import { ROOT } from './staging.mjs';

const staging = mkdtempSync(join(tmpdir(), 'kinora-pack-'));
try {
  const folders = ['kinora', 'client'].map((name) => join(staging, name));
  for (const folder of folders) mkdirSync(folder);
  const [kinora, client] = folders;
  stageClient(client);
  stageKinora(kinora, join(client, 'dist'));
  // Windows finds `npm.cmd` only in a shell.
  const options = { cwd: ROOT, stdio: 'inherit', shell: process.platform === 'win32' };
  const { status, error } = spawnSync('npm', ['pack', ...folders, ...process.argv.slice(2)], options);
  if (error) throw error;
  // npm has said why.
  if (status !== 0) process.exitCode = 1;
} finally {
  rmSync(staging, { recursive: true });
}
