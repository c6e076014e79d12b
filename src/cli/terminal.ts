import type { Readable, Writable } from 'node:stream';
import { showControls } from '../base/text/show-controls.ts';

/** A stream for the text of a command. Escapes control characters, which may come from outside. */
interface TextOutput {
  write(text: string): void;
}

/** The standard streams of a process. */
interface Streams {
  readonly stdin: Readable;
  readonly stdout: Writable;
  /** `isTTY` is true in an interactive terminal, where a line can be overwritten. */
  readonly stderr: Writable & { readonly isTTY?: boolean };
  /** The folder that relative paths in arguments start from. */
  readonly cwd: string;
}

/** The streams of a command. Results go to `stdout`, progress and errors to `stderr`. */
export interface Terminal extends Pick<Streams, 'stdin' | 'cwd'> {
  readonly stdout: TextOutput;
  readonly stderr: TextOutput;
  /** The standard error for what moves the cursor: progress bars and questions. It escapes nothing. */
  readonly screen: Streams['stderr'];
}

/** Opens the terminal of the commands on the standard streams. */
export function openTerminal({ stdin, stdout, stderr, cwd }: Streams): Terminal {
  return { stdin, cwd, stdout: escapeFor(stdout), stderr: escapeFor(stderr), screen: stderr };
}

function escapeFor(stream: Writable): TextOutput {
  return { write: (text) => void stream.write(showControls(text)) };
}
