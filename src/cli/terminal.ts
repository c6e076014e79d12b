import type { Readable, Writable } from 'node:stream';

/** The streams of a command. Results go to `stdout`, progress and errors to `stderr`. */
export interface Terminal {
  readonly stdin: Readable;
  readonly stdout: Writable;
  /** `isTTY` is true in an interactive terminal, where a line can be overwritten. */
  readonly stderr: Writable & { readonly isTTY?: boolean };
  /** The folder that relative paths in arguments start from. */
  readonly cwd: string;
}
