import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { usePath } from '../process/paths-in-use.ts';

const PREFIX = 'kinora-parts-';

/** A folder for parts of an upload that wait to be sent. Removed with all its files at the end of its scope. */
export interface PartFolder extends AsyncDisposable {
  readonly path: string;
}

/** True if a name in the folder for temporary files is that of a {@link PartFolder}. */
export function isPartFolder(name: string): boolean {
  return name.startsWith(PREFIX);
}

/** Creates an empty folder in the folder for temporary files. Other processes remove it if this one dies. */
export async function openPartFolder(): Promise<PartFolder> {
  const path = await mkdtemp(join(tmpdir(), PREFIX));
  const used = usePath(path);
  return {
    path,
    async [Symbol.asyncDispose]() {
      await rm(path, { recursive: true, force: true });
      used[Symbol.dispose]();
    },
  };
}
