// Runs the checks of the code. The linter takes as long as all others together, so it runs beside them. Each
// prints its findings when it ends, and a failed one stops no other.
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

const LANES = [
  ['npm run --silent lint'],
  ['npm run --silent types', 'npm run --silent format:check', 'vitest run test/architecture.test.ts'],
];

/** Runs a command and prints its output. Returns true if it succeeds. */
async function run(command) {
  const child = spawn(command, { shell: true, stdio: ['inherit', 'pipe', 'pipe'] });
  const ended = new Promise((resolve) => {
    child.on('error', () => resolve(1));
    child.on('close', resolve);
  });
  const [out, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  process.stdout.write(out);
  process.stderr.write(errors);
  if (code !== 0) console.error(`kinora: "${command}" failed.`);
  return code === 0;
}

async function runAll(commands) {
  let ok = true;
  for (const command of commands) ok = (await run(command)) && ok;
  return ok;
}

const passed = await Promise.all(LANES.map(runAll));
process.exitCode = passed.every(Boolean) ? 0 : 1;
