import { fsyncSync } from 'node:fs';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type Program = Parameters<NodeFS['init']>[1];

/** The part of the file operations of PostgreSQL that the types of its package lack. */
interface FolderMount {
  readonly stream_ops: { fsync?: (stream: { readonly nfd: number }) => number };
  /** Runs a call of Node.js. Translates its error for PostgreSQL. */
  readonly tryFSOperation: (call: () => void) => void;
}

/** Returns the options of a database in a folder whose commits are on the disk before they are acknowledged. */
export function durableOptions(folder: string): PGliteOptions {
  // "-F" switches syncing off. The default method, fdatasync, is a call that does nothing in this build.
  const startParams = PGlite.defaultStartParams.filter((parameter) => parameter !== '-F');
  return { fs: new DurableFiles(folder), startParams: [...startParams, '-c', 'wal_sync_method=fsync'] };
}

/**
 * The files of the embedded database in a folder. Unlike the class of its package, this one has `fsync`, so a
 * power cut loses nothing that PostgreSQL has synced. Works for folders, too, because PostgreSQL opens and syncs
 * them like files.
 */
class DurableFiles extends NodeFS {
  override async init(database: PGlite, options: Program): Promise<{ emscriptenOpts: Program }> {
    const { emscriptenOpts } = await super.init(database, options);
    const preRun = [...(emscriptenOpts.preRun ?? []), addSync];
    return { emscriptenOpts: { ...emscriptenOpts, preRun } };
  }
}

function addSync({ NODEFS }: { readonly NODEFS: unknown }): void {
  // The cast is safe: the version of the package is pinned, and a test counts the syncs.
  const { stream_ops, tryFSOperation } = NODEFS as FolderMount;
  stream_ops.fsync = ({ nfd }) => {
    tryFSOperation(() => fsyncSync(nfd));
    return 0;
  };
}
