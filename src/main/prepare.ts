// What scripts/install.mjs runs once the packages are there: all that makes the first start as fast as any other.
import { keepCompiled } from '../base/compiled.js';

keepCompiled();
const { isPrepared, prepareDatabase } = await import('./prepared.ts');
if (!(await isPrepared())) await prepareDatabase();
// Once loaded, what serves is kept compiled.
await import('./serve.ts');
