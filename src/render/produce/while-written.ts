import { stat } from 'node:fs/promises';

/** Milliseconds between two looks at the file. */
const LOOK_EVERY = 5000;

/**
 * Waits for work on a file that cannot say how far it is.
 *
 * @param written is called every few seconds as long as the file changes; a disk that has stopped is no progress.
 * @param every milliseconds between two looks at the file.
 * @throws what the work throws.
 */
export async function whileWritten(
  path: string,
  work: Promise<void>,
  written: () => void,
  every = LOOK_EVERY,
): Promise<void> {
  let last: number | undefined;
  const look = async (): Promise<void> => {
    const changed = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => last,
    );
    if (changed !== last) written();
    last = changed;
  };
  const timer = setInterval(() => void look(), every);
  try {
    await work;
  } finally {
    clearInterval(timer);
  }
}
