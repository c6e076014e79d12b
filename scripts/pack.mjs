// `npm run pack`: packs Kinora and, as packages without dependencies, its client and what other pages play and edit with. It checks its options before it
// loads or builds anything.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Prints in one line why nothing can be packed, and exits. */
function fail(reason) {
  console.error(`kinora: ${reason}`);
  process.exit(1);
}

/** Returns the absolute path of the folder that the packages are written to. */
function readDestination() {
  const options = { 'pack-destination': { type: 'string' } };
  const { values, tokens } = parseArgs({ options, strict: false, tokens: true });
  const wrong = tokens.find(({ kind, name }) => kind !== 'option' || !Object.hasOwn(options, name));
  if (wrong)
    fail(
      `npm run pack does not know ${wrong.rawName ?? wrong.value ?? '--'}. Its only option is --pack-destination FOLDER, as in: npm run pack -- --pack-destination /tmp`,
    );
  const { 'pack-destination': given = '.' } = values;
  if (typeof given !== 'string' || given === '')
    fail('--pack-destination needs a folder, as in: npm run pack -- --pack-destination /tmp');
  const folder = resolve(ROOT, given);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    fail(`the folder ${folder} of --pack-destination does not exist. Create it, or choose another one.`);
  return folder;
}

/** Runs a program in the folder of Kinora. Returns true if it succeeds. It has said why if it has failed. */
function runProgram(program, args, options = {}) {
  const { status, error } = spawnSync(program, args, { cwd: ROOT, stdio: 'inherit', ...options });
  if (error) throw error;
  return status === 0;
}

const destination = readDestination();
if (!runProgram(process.execPath, [join(ROOT, 'scripts/install.mjs')])) process.exit(1);
// These need the packages.
const { stageClient } = await import('./stage-client.mjs');
const { stageKinora } = await import('./stage-kinora.mjs');
const { stagePreview } = await import('./stage-preview.mjs');
const staging = mkdtempSync(join(tmpdir(), 'kinora-pack-'));
try {
  const folders = ['kinora', 'client', 'preview'].map((name) => join(staging, name));
  for (const folder of folders) mkdirSync(folder);
  const [kinora, client, preview] = folders;
  stageClient(client);
  stageKinora(kinora, join(client, 'dist'));
  stagePreview(preview);
  const args = ['pack', ...folders, '--pack-destination', destination];
  // Windows finds `npm.cmd` only in a shell.
  if (!runProgram('npm', args, { shell: process.platform === 'win32' })) process.exitCode = 1;
} finally {
  rmSync(staging, { recursive: true });
}
