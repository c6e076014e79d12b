import type { Readable, Writable } from 'node:stream';

/** Where a command reads and writes. What it made goes to `stdout`, how it goes and what went wrong to `stderr`. */
export interface Terminal {
  readonly stdin: Readable;
  readonly stdout: Writable;
  /** `isTTY` says that a person watches, so that a line may be drawn over. */
  readonly stderr: Writable & { readonly isTTY?: boolean };
  /** The folder that relative paths of the command line start from. */
  readonly cwd: string;
}
