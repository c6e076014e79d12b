// Runs the linter, which also checks the types, and the checks of unused exports and of the formatting.
// `node scripts/check.mjs COMMAND` runs tests beside them: they often wait, and the checks then use the cores. Each check
// prints its findings when it ends, and a failed one stops no other.
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

const tests = process.argv.slice(2).join(' ');
const LANES = [
  [tests],
  ['npm run --silent lint', 'npm run --silent unused', 'npm run --silent format:check'],
];

/** Runs a command and prints its output. The tests print as they go. Returns true if the command succeeds. */
async function run(command) {
  const output = command === tests ? 'inherit' : 'pipe';
  const child = spawn(command, { shell: true, stdio: ['inherit', output, output] });
  const ended = new Promise((resolve) => {
    child.on('error', () => resolve(1));
    child.on('close', resolve);
  });
  const read = (stream) => (stream ? text(stream) : '');
  const [out, errors, code] = await Promise.all([read(child.stdout), read(child.stderr), ended]);
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
