// What a child process starts with. Plain JavaScript, so that a process which finds all of its modules compiled need not load what
// makes JavaScript of TypeScript: a twentieth of a second for each.
import { cacheCompiledCode } from '../../base/compile-cache.js';

cacheCompiledCode();
await import('./child.ts');
