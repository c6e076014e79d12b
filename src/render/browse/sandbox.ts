import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The script that starts a program in the sandbox. Run the script in place of the program. */
export const SANDBOX_SCRIPT = fileURLToPath(new URL('./sandbox.sh', import.meta.url));

/** Maximum private memory of each process in the sandbox, in KiB. */
const MAX_MEMORY_KIB = 2 * 2 ** 20;
/**
 * Maximum number of processes and threads in the sandbox. Two pages need some 150. On Linux before 5.14, those of
 * the same user outside count, too.
 */
const MAX_TASKS = 1024;
/** The user `nobody`, for a service that runs as root. Chromium refuses to run as root with its sandbox. */
const NOBODY_UID = 65534;
const PATH = '/usr/sbin:/usr/bin:/sbin:/bin';
const CHECK_MS = 10_000;

/** The user that the program runs as, if it is not the current user. */
export const SANDBOX_USER = process.getuid?.() === 0 ? NOBODY_UID : undefined;

/**
 * Returns the environment for {@link SANDBOX_SCRIPT}. It contains nothing of the service's environment.
 *
 * @param home a folder that {@link SANDBOX_USER} can write.
 */
export function createSandboxEnvironment(program: string, home: string): Record<string, string> {
  return {
    PATH,
    HOME: home,
    TMPDIR: home,
    LANG: 'C.UTF-8',
    KINORA_PROGRAM: program,
    KINORA_PARENT: String(process.pid),
    KINORA_KIBIBYTES: String(MAX_MEMORY_KIB),
    KINORA_TASKS: String(MAX_TASKS),
    ...(SANDBOX_USER !== undefined && {
      KINORA_USER: `--reuid ${SANDBOX_USER} --regid ${SANDBOX_USER} --clear-groups`,
    }),
  };
}

/** The reason why the sandbox does not work. */
export interface SandboxObstacle {
  /** A phrase for clients. */
  readonly reason: string;
  /** Details for the operator only. */
  readonly cause?: unknown;
}

/**
 * Checks whether the sandbox works on this machine.
 *
 * @param installed path of a Chromium of this machine. Without it, the packaged one is used, which is for x86-64.
 * @returns the obstacle, or undefined if the sandbox works.
 */
export async function findSandboxObstacle(installed?: string): Promise<SandboxObstacle | undefined> {
  if (process.platform !== 'linux') return { reason: 'it needs Linux' };
  if (process.arch !== 'x64' && installed === undefined)
    return { reason: 'the packaged browser is for x86-64, and KINORA_CHROMIUM names no other' };
  try {
    const env = createSandboxEnvironment('/bin/true', '/');
    await promisify(execFile)(SANDBOX_SCRIPT, [], { env, timeout: CHECK_MS });
    return undefined;
  } catch (cause) {
    const rule = 'a container must allow user namespaces in its seccomp and AppArmor profiles';
    return { reason: `the sandbox for the browser cannot be created; ${rule}`, cause };
  }
}
