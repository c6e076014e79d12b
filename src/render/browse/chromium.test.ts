import { expect, it, vi } from 'vitest';
import { SILENT } from '../../base/logger.ts';
import { KinoraError } from '../../base/errors.ts';
import { startChromium } from './chromium.ts';

const SAID = 'Command failed: /home/me/kinora/sandbox.sh: unshare failed: Operation not permitted';
vi.mock('node:child_process', () => ({
  execFile: (_file: string, _rest: string[], _options: object, done: (error: Error) => void) =>
    done(new Error(SAID)),
}));

it('reports a missing sandbox to clients, and its cause only in the log', async () => {
  const logged = vi.fn();
  const log = { ...SILENT, error: logged };
  const error = await startChromium('/home/me', log, () => undefined).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(KinoraError);
  const { code, message, cause } = error as KinoraError;
  expect(code).toBe('browser_unavailable');
  expect(message).toMatch(/^HTML cannot be drawn on this machine: (the sandbox|it needs Linux)[^/]*\.$/);
  // Otherwise the command line would ask for a report of what the operator can change.
  expect(cause).toBeUndefined();
  expect(logged).toHaveBeenCalledOnce();
  if (process.platform === 'linux' && process.arch === 'x64')
    expect(logged).toHaveBeenCalledWith({ err: new Error(SAID) }, expect.any(String));
});
