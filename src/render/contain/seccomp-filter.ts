import { ALLOWED_CALLS, type CallNumbers } from './allowed-calls.ts';

/** A processor that the filter knows. */
export type Architecture = 'x64' | 'arm64';

/** One instruction of a filter: its operation, the jumps if it is true and false, and its operand. */
type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, operand: number];

/** Operations of classic BPF: `linux/bpf_common.h`. */
const LOAD = 0x20;
const JUMP_IF_EQUAL = 0x15;
const JUMP_IF_ANY_BIT = 0x45;
const RETURN = 0x06;

/** Results of a filter: `linux/seccomp.h`. */
const ALLOW = 0x7fff_0000;
const FAIL = 0x0005_0000;
const KILL_PROCESS = 0x8000_0000;

const EPERM = 1;
const ENOSYS = 38;

/** Offsets in `struct seccomp_data`. An argument has 64 bits, of which the lower half is first. */
const NUMBER = 0;
const ARCHITECTURE = 4;
const ARGUMENTS = 16;

/** `AUDIT_ARCH_X86_64` and `AUDIT_ARCH_AARCH64`. */
const AUDIT: Readonly<Record<Architecture, number>> = { x64: 0xc000_003e, arm64: 0xc000_00b7 };

/** The flag of `clone` that makes a thread and not a process. */
const CLONE_THREAD = 0x0001_0000;

/** Operations of `prctl` that name a thread or a piece of memory, or ask for facts. */
const PRCTL_OPERATIONS = {
  PR_GET_DUMPABLE: 3,
  PR_SET_NAME: 15,
  PR_GET_NAME: 16,
  PR_GET_SECCOMP: 21,
  PR_CAPBSET_READ: 23,
  PR_GET_NO_NEW_PRIVS: 39,
  PR_SET_VMA: 0x5356_4d41,
};

/** The same number on all processors. */
const IO_URING_SETUP = 425;
const CLONE: CallNumbers = [56, 220];
const CLONE3: CallNumbers = [435, 435];
const PRCTL: CallNumbers = [157, 167];
const PRLIMIT64: CallNumbers = [302, 261];
const TGKILL: CallNumbers = [234, 131];

const RETURN_ALLOW: Instruction = [RETURN, 0, 0, ALLOW];
const RETURN_EPERM: Instruction = [RETURN, 0, 0, FAIL | EPERM];

/**
 * Builds the seccomp filter of a contained process: an allow list. Every other call fails with EPERM.
 *
 * - `clone` may start threads only. `clone3` does not exist, so that the C library uses `clone`, whose flags a
 *   filter can read.
 * - `tgkill` may signal the process itself only, and `prlimit64` may read limits only.
 *
 * @param pid the process, as it sees itself.
 * @returns the program in the form of an array of `struct sock_filter`.
 */
export function buildFilter(architecture: Architecture, pid: number): Buffer {
  const column = architecture === 'x64' ? 0 : 1;
  const when = (call: CallNumbers, then: readonly Instruction[]): readonly Instruction[] => {
    const number = call[column];
    return number === undefined ? [] : [[JUMP_IF_EQUAL, 0, then.length, number], ...then];
  };
  return toBuffer([
    [LOAD, 0, 0, ARCHITECTURE],
    [JUMP_IF_EQUAL, 1, 0, AUDIT[architecture]],
    [RETURN, 0, 0, KILL_PROCESS],
    // The numbers of x32 have bit 30 set, so none of them is in the list.
    [LOAD, 0, 0, NUMBER],
    ...Object.values(ALLOWED_CALLS).flatMap((call) => when(call, [RETURN_ALLOW])),
    ...when(CLONE3, [[RETURN, 0, 0, FAIL | ENOSYS]]),
    ...when(CLONE, [loadLower(0), [JUMP_IF_ANY_BIT, 0, 1, CLONE_THREAD], RETURN_ALLOW, RETURN_EPERM]),
    ...when(TGKILL, [loadLower(0), [JUMP_IF_EQUAL, 0, 1, pid], RETURN_ALLOW, RETURN_EPERM]),
    ...when(PRLIMIT64, [
      loadLower(2),
      [JUMP_IF_EQUAL, 0, 3, 0],
      loadUpper(2),
      [JUMP_IF_EQUAL, 0, 1, 0],
      RETURN_ALLOW,
      RETURN_EPERM,
    ]),
    ...when(PRCTL, [
      loadLower(0),
      ...Object.values(PRCTL_OPERATIONS).flatMap((operation): Instruction[] => [
        [JUMP_IF_EQUAL, 0, 1, operation],
        RETURN_ALLOW,
      ]),
      RETURN_EPERM,
    ]),
    RETURN_EPERM,
  ]);
}

function loadLower(argument: number): Instruction {
  return [LOAD, 0, 0, ARGUMENTS + 8 * argument];
}

function loadUpper(argument: number): Instruction {
  return [LOAD, 0, 0, ARGUMENTS + 8 * argument + 4];
}

/**
 * Builds a filter under which no `io_uring` can be opened, as if the kernel had none. It allows all other calls.
 *
 * @returns the program, as in {@link buildFilter}.
 */
export function buildIoUringFilter(architecture: Architecture): Buffer {
  return toBuffer([
    [LOAD, 0, 0, ARCHITECTURE],
    // Programs for other processors, such as 32-bit ones, are no processes of ours.
    [JUMP_IF_EQUAL, 0, 2, AUDIT[architecture]],
    [LOAD, 0, 0, NUMBER],
    [JUMP_IF_EQUAL, 1, 0, IO_URING_SETUP],
    RETURN_ALLOW,
    [RETURN, 0, 0, FAIL | ENOSYS],
  ]);
}

/** Writes instructions as `struct sock_filter`: 16, 8, 8 and 32 bits. */
function toBuffer(instructions: readonly Instruction[]): Buffer {
  const program = Buffer.alloc(8 * instructions.length);
  for (const [index, [code, ifTrue, ifFalse, operand]] of instructions.entries()) {
    program.writeUInt16LE(code, 8 * index);
    program.writeUInt8(ifTrue, 8 * index + 2);
    program.writeUInt8(ifFalse, 8 * index + 3);
    program.writeUInt32LE(operand >>> 0, 8 * index + 4);
  }
  return program;
}
