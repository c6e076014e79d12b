import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { identifyProcess, judgeProcess } from './process-identity.ts';

const own = await identifyProcess();

it('tells a living process from a dead one', async () => {
  const child = spawn('sleep', ['60'], { stdio: 'ignore' });
  await once(child, 'spawn');
  const other = { ...own, pid: child.pid ?? 0, start: null };
  const withStart = { ...own, pid: child.pid ?? 0 };
  if (own.start === null) expect(await judgeProcess(own, other)).toBe('alive');
  // A process that started at another time had the same id before.
  else expect(await judgeProcess(own, withStart)).toBe('dead');
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await judgeProcess(own, own.start === null ? other : withStart)).toBe('dead');
});

it('knows itself', async () => {
  expect(await judgeProcess(own, own)).toBe(own.start === null ? 'dead' : 'alive');
});

it('takes a process with its own id but another start for its predecessor', async () => {
  expect(await judgeProcess(own, { ...own, start: own.start === null ? null : `${own.start}0` })).toBe(
    'dead',
  );
});

it('does not judge a process that it cannot see', async () => {
  const dead = { ...own, pid: 2 ** 22 + 1 };
  expect(await judgeProcess(own, { ...dead, host: 'elsewhere' })).toBe('unknown');
  expect(await judgeProcess(own, { ...dead, start: 'other-boot/pid:[1]/5' })).toBe('unknown');
  expect(await judgeProcess(own, { ...own, pid: 0, start: null })).toBe('unknown');
});
