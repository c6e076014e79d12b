// `npm start`: installs, then serves.
import { endWithNpm } from '../bin/end-with-npm.js';

endWithNpm();
await import('./install.mjs');
process.argv.push('serve');
await import('../bin/kinora.js');
