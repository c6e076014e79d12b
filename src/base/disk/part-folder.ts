import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { usePath } from '../process/paths-in-use.ts';

const PREFIX = 'kinora-parts-';

/** A folder of this process. Removed with all its files at the end of its scope. */
export interface OwnFolder extends AsyncDisposable {
  readonly path: string;
}

/** True if a name in the folder for temporary files is that of a folder of {@link openPartFolder}. */
export function isPartFolder(name: string): boolean {
  return name.startsWith(PREFIX);
}

/**
 * Creates an empty folder in the folder for temporary files, for parts of an upload that wait to be sent. Other
 * processes remove it if this one dies.
 */
export async function openPartFolder(): Promise<OwnFolder> {
  return ownFolder(await mkdtemp(join(tmpdir(), PREFIX)));
}

/** Marks a folder as used by this process until its removal. */
export function ownFolder(path: string): OwnFolder {
  const used = usePath(path);
  return {
    path,
    async [Symbol.asyncDispose]() {
      await rm(path, { recursive: true, force: true });
      used[Symbol.dispose]();
    },
  };
}
