import { fsyncSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type Program = Parameters<NodeFS['init']>[1];

/** The part of the file operations of PostgreSQL that the types of its package lack. */
interface FolderMount {
  readonly stream_ops: { fsync?: (stream: { readonly nfd: number }) => number };
  /** Runs a call of Node.js. Translates its error for PostgreSQL. */
  readonly tryFSOperation: (call: () => void) => void;
}

/**
 * The files of the embedded database in a folder. Unlike the class of its package, this one has `fsync`, so a
 * power cut loses nothing that PostgreSQL has synced. Works for folders, too, because PostgreSQL opens and syncs
 * them like files.
 */
export class DurableFiles extends NodeFS {
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
