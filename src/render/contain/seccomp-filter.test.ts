import { describe, expect, test } from 'vitest';
import { ALLOWED_CALLS } from './allowed-calls.ts';
import { type Architecture, buildFilter, buildIoUringFilter } from './seccomp-filter.ts';

const ALLOW = 0x7fff_0000;
const EPERM = 0x0005_0001;
const ENOSYS = 0x0005_0026;
const KILL = 0x8000_0000;
const AUDIT = { x64: 0xc000_003e, arm64: 0xc000_00b7 };
const PID = 4711;

/** The data of a system call that the kernel hands to a filter. */
interface Call {
  readonly number: number;
  readonly args?: readonly (number | bigint)[];
  readonly audit?: number;
}

/** Runs a filter as the kernel does. Knows the four operations of our filters. */
function run(program: Buffer, { number, args = [], audit = AUDIT.x64 }: Call): number {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(number >>> 0, 0);
  data.writeUInt32LE(audit >>> 0, 4);
  for (const [index, value] of args.entries())
    data.writeBigUInt64LE(BigInt.asUintN(64, BigInt(value)), 16 + 8 * index);
  let accumulator = 0;
  for (let at = 0; at < program.length / 8; at++) {
    const [code, operand] = [program.readUInt16LE(8 * at), program.readUInt32LE(8 * at + 4)];
    const jump = (isTrue: boolean): number => program.readUInt8(8 * at + (isTrue ? 2 : 3));
    if (code === 0x06) return operand;
    else if (code === 0x20) accumulator = data.readUInt32LE(operand);
    else if (code === 0x15) at += jump(accumulator === operand);
    else if (code === 0x45) at += jump((accumulator & operand) !== 0);
    else throw new Error(`The test does not know the operation ${code}.`);
  }
  throw new Error('The filter has no end.');
}

describe.each<Architecture>(['x64', 'arm64'])('the filter for %s', (architecture) => {
  const column = architecture === 'x64' ? 0 : 1;
  const filter = buildFilter(architecture, PID);
  const decide = (call: Call): number => run(filter, { audit: AUDIT[architecture], ...call });

  test('allows the calls of the list, and no other number', () => {
    const allowed = new Set(Object.values(ALLOWED_CALLS).map((numbers) => numbers[column]));
    const special = architecture === 'x64' ? [56, 435, 157, 302, 234] : [220, 435, 167, 261, 131];
    for (let number = 0; number < 1024; number++) {
      if (special.includes(number)) continue;
      expect([number, decide({ number })]).toEqual([number, allowed.has(number) ? ALLOW : EPERM]);
    }
  });

  test('ends a process that speaks for another processor', () => {
    expect(decide({ number: 0, audit: 0x4000_0003 })).toBe(KILL);
  });

  test('starts threads, but no processes', () => {
    const number = architecture === 'x64' ? 56 : 220;
    expect(decide({ number, args: [0x003d_0f00] })).toBe(ALLOW);
    expect(decide({ number, args: [17] })).toBe(EPERM);
    expect(decide({ number, args: [0x1000_0000n] })).toBe(EPERM);
    expect(decide({ number: 435 })).toBe(ENOSYS);
  });

  test('signals its own threads only', () => {
    const number = architecture === 'x64' ? 234 : 131;
    expect(decide({ number, args: [PID, PID, 6] })).toBe(ALLOW);
    expect(decide({ number, args: [1, 1, 9] })).toBe(EPERM);
    expect(decide({ number, args: [-1, 1, 9] })).toBe(EPERM);
  });

  test('reads limits, but sets none', () => {
    const number = architecture === 'x64' ? 302 : 261;
    expect(decide({ number, args: [0, 7, 0, 4096] })).toBe(ALLOW);
    expect(decide({ number, args: [0, 7, 4096, 0] })).toBe(EPERM);
    expect(decide({ number, args: [0, 7, 0x1_0000_0000n, 0] })).toBe(EPERM);
  });

  test('names its threads, but gains and drops nothing', () => {
    const number = architecture === 'x64' ? 157 : 167;
    expect(decide({ number, args: [15] })).toBe(ALLOW);
    for (const operation of [4, 8, 22, 24, 28, 38, 47]) {
      expect([operation, decide({ number, args: [operation] })]).toEqual([operation, EPERM]);
    }
  });
});

test('numbers of x32 are not those of the list', () => {
  expect(run(buildFilter('x64', PID), { number: 0x4000_0000 })).toBe(EPERM);
});

test('the filter of the service takes nothing but io_uring', () => {
  const filter = buildIoUringFilter('x64');
  expect(run(filter, { number: 425 })).toBe(ENOSYS);
  for (const number of [0, 59, 424, 426, 1000]) expect(run(filter, { number })).toBe(ALLOW);
});
