// scripts/install.mjs runs this after it has installed the packages, so that the first start is as fast as
// any other.
import { cacheCompiledCode } from '../base/compile-cache.js';

cacheCompiledCode();
const { isDatabasePrepared, prepareDatabase } = await import('../home/prepared-database.ts');
if (!(await isDatabasePrepared())) await prepareDatabase();
// Loading the code of the server puts it into the compile cache.
await import('./serve.ts');
