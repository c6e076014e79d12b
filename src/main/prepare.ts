// What scripts/install.mjs runs once the packages are there: all that makes the first start as fast as any other.
import { keepCompiled } from '../base/compiled.js';

keepCompiled();
const { isPrepared, prepareDatabase } = await import('./prepared.ts');
if (!(await isPrepared())) await prepareDatabase();
// Once loaded, they are kept compiled: what serves, and what renders in its processes.
await import('./serve.ts');
await import('../render/produce/produce.ts');
