import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** What starts a program in the sandbox: it takes the place of the program. */
export const SANDBOX_SCRIPT = fileURLToPath(new URL('./sandbox.sh', import.meta.url));

/** What each process in the sandbox may have of memory that is its own, in KiB. */
const MAX_MEMORY_KIB = 2 * 2 ** 20;
/** `nobody`, for a service that runs as root: Chromium wants to be nobody of importance, and so do we. */
const NOBODY_UID = 65534;
const PATH = '/usr/sbin:/usr/bin:/sbin:/bin';
const CHECK_MS = 10_000;

/** The user whose files the program may write, where that is not our own. */
export const SANDBOX_USER = process.getuid?.() === 0 ? NOBODY_UID : undefined;

/**
 * The environment that {@link SANDBOX_SCRIPT} needs: nothing of ours gets in.
 *
 * @param home a folder that {@link SANDBOX_USER} may write.
 */
export function createSandboxEnvironment(program: string, home: string): Record<string, string> {
  return {
    PATH,
    HOME: home,
    TMPDIR: home,
    LANG: 'C.UTF-8',
    KINORA_PROGRAM: program,
    KINORA_KIBIBYTES: String(MAX_MEMORY_KIB),
    ...(SANDBOX_USER !== undefined && {
      KINORA_USER: `--reuid ${SANDBOX_USER} --regid ${SANDBOX_USER} --clear-groups`,
    }),
  };
}

/** Why the sandbox does not work. */
export interface SandboxObstacle {
  /** A phrase for everybody. */
  readonly reason: string;
  /** What only the operator may see. */
  readonly cause?: unknown;
}

/** Finds out why the sandbox does not work here; nothing when it works. */
export async function findSandboxObstacle(): Promise<SandboxObstacle | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return { reason: 'it needs Linux on x86-64' };
  }
  try {
    const env = createSandboxEnvironment('/bin/true', '/');
    await promisify(execFile)(SANDBOX_SCRIPT, [], { env, timeout: CHECK_MS });
    return undefined;
  } catch (cause) {
    const rule = 'a container has to allow user namespaces, in its profiles of seccomp and AppArmor';
    return { reason: `the sandbox for it cannot be built; ${rule}`, cause };
  }
}
