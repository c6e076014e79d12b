#!/usr/bin/env node
// The command `kinora`. Node.js 24 runs the programs of Kinora, or their TypeScript if they are not made. An
// older Node.js starts the one that is installed as a package.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { endWithStarter } from './end-with-starter.js';

const NODE_VERSION = 24;
const isWindows = process.platform === 'win32';
const nodePackage = `node-${isWindows ? 'win' : process.platform}-${process.arch}`;
const entry = new URL('../src/main/kinora.ts', import.meta.url);
const packages = fileURLToPath(new URL('../node_modules', import.meta.url));

/** Returns the path of the Node.js that is installed as a package. Undefined if there is none for this machine. */
function findInstalledNode() {
  try {
    const manifest = createRequire(import.meta.url).resolve(`${nodePackage}/package.json`);
    return join(dirname(manifest), isWindows ? 'bin/node.exe' : 'bin/node');
  } catch {
    return undefined;
  }
}

/** Returns how to install the package with a Node.js, as the end of a sentence. Empty if there is none for this machine. */
function adviseNodePackage() {
  const { optionalDependencies } = createRequire(import.meta.url)('../package.json');
  const version = optionalDependencies[nodePackage];
  return version === undefined
    ? ''
    : `, or the optional package ${nodePackage} that brings it: \`npm install ${nodePackage}@${version}\``;
}

/**
 * Runs the command with another Node.js. Shares the streams, forwards signals and exits with the same code or
 * signal.
 */
function runOn(node) {
  // The channel lets the command end when this process is gone: it cannot forward its own SIGKILL.
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    // A terminal sends Ctrl-C to the child as well.
    process.on(signal, () => (signal === 'SIGINT' && process.stdin.isTTY) || child.kill(signal));
  }
  child.on('error', (error) => fail(`cannot start Node.js ${NODE_VERSION}: ${error.message}`));
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

endWithStarter();
if (!existsSync(packages)) {
  fail('the packages are not installed. Run `node scripts/install.mjs` in the folder of Kinora.');
} else if (Number(process.versions.node.split('.')[0]) >= NODE_VERSION) {
  const { cacheCompiledCode } = await import('../src/base/compile-cache.js');
  cacheCompiledCode();
  const { isBuilt, PROGRAM_FOLDER } = await import('../src/base/built.js');
  await import(isBuilt(PROGRAM_FOLDER) ? pathToFileURL(join(PROGRAM_FOLDER, 'kinora.mjs')).href : entry.href);
} else {
  const installedNode = findInstalledNode();
  if (installedNode) runOn(installedNode);
  else
    fail(
      `Kinora needs Node.js ${NODE_VERSION} or newer. This is ${process.version}. Install Node.js ${NODE_VERSION}${adviseNodePackage()}.`,
    );
}
