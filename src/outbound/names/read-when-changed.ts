import { readFile, stat } from 'node:fs/promises';

/** Milliseconds for which a file is not looked at again. */
const UNCHECKED_MS = 1000;

/**
 * Returns a function that reads and parses a file. The file is read again when it has changed, but at most once
 * a second. A file that is missing or not readable counts as empty.
 */
export function readWhenChanged<Value>(path: string, parse: (text: string) => Value): () => Promise<Value> {
  let reading: Promise<ReadFile<Value>> | undefined;
  let checked = -Infinity;

  async function read(previous: Promise<ReadFile<Value>> | undefined): Promise<ReadFile<Value>> {
    const version = await versionOf(path);
    const last = await previous;
    if (last?.version === version) return last;
    return { version, value: parse(await readFile(path, 'utf8').catch(() => '')) };
  }

  return async () => {
    if (reading === undefined || performance.now() - checked >= UNCHECKED_MS) {
      checked = performance.now();
      reading = read(reading);
    }
    return (await reading).value;
  };
}

interface ReadFile<Value> {
  readonly version: string;
  readonly value: Value;
}

/** Returns a text that changes when a file is replaced or written to. */
async function versionOf(path: string): Promise<string> {
  const found = await stat(path, { bigint: true }).catch(() => undefined);
  return found === undefined ? 'missing' : [found.dev, found.ino, found.size, found.mtimeNs].join(' ');
}
