import fs from 'node:fs';

/**
 * Loads modules in a process that is not contained yet, without starting the threads in which Node.js reads files.
 * Those threads would keep the rights of the process, because Landlock restricts only the calling thread and those
 * that it starts later (before Linux 7.0).
 *
 * One package, a dependency of sharp, closes a file in the background while it is loaded. Here, it closes the file
 * at once.
 */
export async function loadWithoutPool<Module>(load: () => Promise<Module>): Promise<Module> {
  const { close } = fs;
  fs.close = ((file: number, onClosed?: () => void) => {
    fs.closeSync(file);
    onClosed?.();
  }) as typeof close;
  try {
    return await load();
  } finally {
    fs.close = close;
  }
}
