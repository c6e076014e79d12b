// A program of its own: asks the kernel to end this process with its parent, and becomes a synthesiser. A synthesiser
// could not ask, because it may not load native code. The arguments are the id of the parent and those of Node.js.
import { endWithParent } from '../../render/contain/end-with-parent.ts';

const [parent, ...args] = process.argv.slice(2);
endWithParent(Number(parent));
process.execve?.(process.execPath, [process.execPath, ...args], {});
