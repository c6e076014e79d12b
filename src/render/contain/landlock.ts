import { closeSync, fstatSync, openSync } from 'node:fs';
import { errorCodeOf } from '../../base/error-code.ts';
import type { Libc } from './libc.ts';

/** System calls, with the same numbers on x86-64 and arm64. */
const CREATE_RULESET = 444;
const ADD_RULE = 445;
const RESTRICT_SELF = 446;

/** Flag of `landlock_create_ruleset` that asks for the version. */
const VERSION = 1;
const PATH_BENEATH = 1;
/** Flag of `landlock_restrict_self`: all threads. */
const ALL_THREADS = 8;
/** The version of Landlock that can restrict all threads: Linux 7.0. */
export const ALL_THREADS_VERSION = 8;

/** Rights to files, `linux/landlock.h`. */
const EXECUTE = 1 << 0;
const WRITE_FILE = 1 << 1;
const READ_FILE = 1 << 2;
const READ_DIR = 1 << 3;
const REMOVE_DIR = 1 << 4;
const REMOVE_FILE = 1 << 5;
const MAKE_DIR = 1 << 7;
const MAKE_REG = 1 << 8;
const REFER = 1 << 13;
const TRUNCATE = 1 << 14;
const IOCTL_DEV = 1 << 15;

/** All rights of version 1, from `EXECUTE` to making symbolic links. */
const VERSION_1_RIGHTS = (1 << 13) - 1;

/** Rights that a rule for a file may have. The others are for folders. */
const RIGHTS_TO_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV;

const READ = READ_FILE | READ_DIR;
const WRITE = READ | WRITE_FILE | TRUNCATE | REMOVE_DIR | REMOVE_FILE | MAKE_DIR | MAKE_REG | REFER;
const USE_DEVICE = READ | WRITE_FILE | IOCTL_DEV;

/** Binding and connecting TCP sockets, and talking to abstract UNIX sockets of others. */
const NETWORK_RIGHTS = 3;
const ABSTRACT_SOCKETS = 1;

/** `O_PATH | O_CLOEXEC`: names a file without reading it. */
const NAME_ONLY = 0x28_0000;

/** The files that a contained process may use. For the process, all others do not exist. */
export interface FileAccess {
  /** Files to read, and folders whose files may be read. */
  readonly read: readonly string[];
  /** Files to read and write, and folders in which files may be made and removed. */
  readonly write: readonly string[];
  /** Devices to open and control, and folders of them. */
  readonly devices: readonly string[];
}

/** Returns the version of Landlock that the kernel offers. @throws {Error} if it offers none. */
export function landlockVersion({ call }: Libc): number {
  try {
    return call('landlock_create_ruleset', CREATE_RULESET, null, 0, VERSION);
  } catch (cause) {
    const message =
      'Landlock is missing. It needs Linux 5.13 or newer, with "landlock" in the parameter lsm.';
    throw new Error(message, { cause });
  }
}

/**
 * Takes the rights to all files from this thread, except those that `access` names, and starts no program from
 * now on. Threads that it starts later have the same rights. From Linux 7.0 on, the threads that exist already
 * have them, too.
 *
 * Needs `PR_SET_NO_NEW_PRIVS`.
 *
 * @throws {Error} like {@link landlockVersion}.
 */
export function restrictFiles(libc: Libc, access: FileAccess): void {
  const version = landlockVersion(libc);
  const handled =
    VERSION_1_RIGHTS |
    (version >= 2 ? REFER : 0) |
    (version >= 3 ? TRUNCATE : 0) |
    (version >= 5 ? IOCTL_DEV : 0);
  const ruleset = createRuleset(libc, version, handled);
  try {
    for (const path of access.read) allow(libc, ruleset, path, READ & handled);
    for (const path of access.write) allow(libc, ruleset, path, WRITE & handled);
    for (const path of access.devices) allow(libc, ruleset, path, USE_DEVICE & handled);
    libc.call(
      'landlock_restrict_self',
      RESTRICT_SELF,
      ruleset,
      version >= ALL_THREADS_VERSION ? ALL_THREADS : 0,
    );
  } finally {
    closeSync(ruleset);
  }
}

/** Returns the descriptor of an empty ruleset: `struct landlock_ruleset_attr`, as long as the version knows. */
function createRuleset({ call }: Libc, version: number, handled: number): number {
  const attributes = Buffer.alloc(24);
  attributes.writeBigUInt64LE(BigInt(handled), 0);
  attributes.writeBigUInt64LE(BigInt(NETWORK_RIGHTS), 8);
  attributes.writeBigUInt64LE(BigInt(ABSTRACT_SOCKETS), 16);
  const size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  return call('landlock_create_ruleset', CREATE_RULESET, attributes, size, 0);
}

/** Adds the rights to a file, or to a folder with everything in it. Skips missing files. */
function allow({ call }: Libc, ruleset: number, path: string, rights: number): void {
  let file: number;
  try {
    file = openSync(path, NAME_ONLY);
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT' || errorCodeOf(error) === 'ENOTDIR') return;
    throw error;
  }
  try {
    // `struct landlock_path_beneath_attr`, packed.
    const rule = Buffer.alloc(12);
    const allowed = fstatSync(file).isDirectory() ? rights : rights & RIGHTS_TO_FILES;
    rule.writeBigUInt64LE(BigInt(allowed), 0);
    rule.writeInt32LE(file, 8);
    call('landlock_add_rule', ADD_RULE, ruleset, PATH_BENEATH, rule, 0);
  } finally {
    closeSync(file);
  }
}
