import { createRequire } from 'node:module';
import type koffi from 'koffi';

/** The system call `seccomp`, by architecture. */
const SECCOMP: Readonly<Record<string, number>> = { x64: 317, arm64: 277 };
const PR_SET_NO_NEW_PRIVS = 38;
const SET_MODE_FILTER = 1;
const ALL_THREADS = 1;
/** The size of `struct sock_filter`. */
const BYTES_PER_INSTRUCTION = 8;

/** The functions of the C library that Node.js does not offer. */
export interface Libc {
  /** Makes a system call. Returns its result. @throws {Error} with the number of the error (errno). */
  readonly call: (name: string, number: number, ...args: readonly CallArgument[]) => number;
  /**
   * Filters the system calls of this thread, or of all threads of this process, from now on.
   *
   * @param program an array of `struct sock_filter`. @throws {Error} as above.
   */
  readonly filterCalls: (program: Buffer, options: { readonly allThreads: boolean }) => void;
  /** Changes an attribute of this thread: `prctl`, with its one argument. @throws {Error} as above. */
  readonly control: (operation: number, value: number) => void;
  /** Sets a limit of this process, both the soft and the hard one. @throws {Error} as above. */
  readonly setLimit: (resource: number, value: bigint) => void;
}

type Koffi = typeof koffi;

/** A number, or the address of some bytes. */
type CallArgument = number | Buffer | null;

/**
 * Opens the C library of this process. Linux only.
 *
 * @throws {Error} if the package that calls it has no build for this machine.
 */
export function openLibc(): Libc {
  // Loaded on demand, so that a machine without a build of it can run Kinora. The type is that of the package.
  const koffi = createRequire(import.meta.url)('koffi') as Koffi;
  // The library is part of the process, so its name does not matter.
  const library = koffi.load(null);
  const syscall = library.func('long syscall(long number, ...)');
  const filter = koffi.struct({ len: 'uint16_t', filter: 'void *' });
  const seccomp = library.func('syscall', 'long', ['long', 'int', 'int', koffi.pointer(filter)]);
  const prctl = library.func('int prctl(int operation, ulong value, ulong, ulong, ulong)');
  const setrlimit = library.func('int setrlimit(int resource, void *limit)');
  const checked = (name: string, result: number): number => {
    if (result !== -1) return result;
    throw new Error(`${name}: error ${koffi.errno()}`);
  };
  return {
    call: (name, number, ...args) =>
      checked(
        name,
        Number(syscall(number, ...args.flatMap((arg) => [typeof arg === 'number' ? 'long' : 'void *', arg]))),
      ),
    filterCalls(program, { allThreads }) {
      const number = SECCOMP[process.arch];
      if (number === undefined) throw new Error(`The filter does not know ${process.arch}.`);
      const filterProgram = { len: program.length / BYTES_PER_INSTRUCTION, filter: program };
      const result = Number(seccomp(number, SET_MODE_FILTER, allThreads ? ALL_THREADS : 0, filterProgram));
      // With this flag, a positive result is the thread that has another filter.
      if (checked('seccomp', result) !== 0) throw new Error(`seccomp: thread ${result} has another filter`);
    },
    control: (operation, value) => void checked('prctl', Number(prctl(operation, value, 0, 0, 0))),
    setLimit: (resource, value) => {
      const limit = Buffer.alloc(16);
      limit.writeBigUInt64LE(value, 0);
      limit.writeBigUInt64LE(value, 8);
      checked('setrlimit', Number(setrlimit(resource, limit)));
    },
  };
}

/** Makes this thread, and everything that it starts, unable to gain privileges. @throws {Error} if it fails. */
export function forbidPrivileges({ control }: Libc): void {
  control(PR_SET_NO_NEW_PRIVS, 1);
}
