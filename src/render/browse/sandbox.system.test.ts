import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { obstacle } from './browser.fixture.ts';
import { createSandboxEnvironment, SANDBOX_SCRIPT } from './sandbox.ts';

const inside = async (script: string): Promise<string> => {
  const env = createSandboxEnvironment('/bin/sh', '/tmp');
  return (await promisify(execFile)(SANDBOX_SCRIPT, ['-c', script], { env })).stdout.trim();
};

describe.skipIf(obstacle !== undefined)('the sandbox', () => {
  it('has no network, not even the loopback', async () => {
    expect(await inside('tail -n +3 /proc/self/net/dev | cut -d: -f1')).toBe('lo');
    expect(await inside('cat /proc/self/net/route | wc -l')).toBe('0');
  });

  it('has an ordinary user, isolated processes and a separate environment', async () => {
    expect(Number(await inside('id -u'))).toBeGreaterThan(0);
    expect(await inside('echo $$')).toBe('1');
    process.env['KINORA_TEST_SECRET'] = 'x';
    expect(await inside('env')).not.toContain('KINORA_TEST_SECRET');
  });

  it('starts nothing for a parent that has ended', async () => {
    const env = { ...createSandboxEnvironment('/bin/true', '/tmp'), KINORA_PARENT: String(process.pid + 1) };
    await expect(promisify(execFile)(SANDBOX_SCRIPT, [], { env })).rejects.toMatchObject({ code: 1 });
  });

  it('has a limited number of processes', async () => {
    // Each process that starts waits for the end of the others, and the shell gives up at the first failure.
    const script = 'i=0; while [ $i -lt 2000 ]; do sleep 30 & i=$((i+1)); done; echo all started';
    const outcome = await inside(`${script}; kill -9 -1`).catch(() => 'refused');
    expect(outcome).toBe('refused');
    expect(await inside('echo $(($(ulimit -u 2>/dev/null || ulimit -p)))')).toBe('1024');
  });

  it('is killed first if memory runs out, and is limited to 2 GiB per process', async () => {
    expect(await inside('cat /proc/self/oom_score_adj; ulimit -d')).toBe('1000\n2097152');
  });
});
