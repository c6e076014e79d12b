import { stat } from 'node:fs/promises';

/** Milliseconds between two checks of the file. */
const CHECK_INTERVAL_MS = 5000;

/**
 * Waits for work on a file that cannot say how far it is.
 *
 * @param onWrite called every few seconds as long as the file changes; a disk that has stopped is no progress.
 * @param intervalMs milliseconds between two checks of the file.
 * @throws what the work throws.
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
