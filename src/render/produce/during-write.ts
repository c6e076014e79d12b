import { stat } from 'node:fs/promises';

/** Milliseconds between two checks of the file. */
const CHECK_INTERVAL_MS = 5000;

/**
 * Waits for work that writes a file and cannot report its own progress.
 *
 * @param onWrite called if the file has changed since the last check. Not called while a disk hangs, because
 *   the file does not change then.
 * @param intervalMs milliseconds between two checks of the file.
 * @throws the error of the work.
 */
export async function duringWrite(
  path: string,
  work: Promise<void>,
  onWrite: () => void,
  intervalMs = CHECK_INTERVAL_MS,
): Promise<void> {
  let last: number | undefined;
  const check = async (): Promise<void> => {
    const changed = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => last,
    );
    if (changed !== last) onWrite();
    last = changed;
  };
  const timer = setInterval(() => void check(), intervalMs);
  try {
    await work;
  } finally {
    clearInterval(timer);
  }
}
