/** The sentence about a binary that is not installed. */
export const MISSING_BINARY =
  'A binary of Kinora for this machine is not installed, as after `npm install --omit=optional`. Install Kinora again without this option, or name the binaries as docs/packages.md says.';

/**
 * The messages of node-av, sharp, canvas and koffi if npm has left out the package with their binary for this machine.
 * None of these errors has a code.
 */
const TEXT =
  /Could not load the (node-av native binding|"sharp" module)|Cannot find native binding|Cannot find the native Koffi module/;

/** Maximum number of causes to follow. */
const MAX_DEPTH = 10;

/**
 * True if a package without its binary for this machine caused an error, directly or through its causes. The last cause
 * may be the text that a process has left.
 */
export function isMissingBinary(error: unknown): boolean {
  let current: unknown = error;
  for (let depth = 0; depth < MAX_DEPTH && current instanceof Error; depth += 1) {
    if (TEXT.test(current.message)) return true;
    current = current.cause;
  }
  return typeof current === 'string' && TEXT.test(current);
}
