// `npm start`: installs, then serves.
import { endWithStarter } from '../bin/end-with-starter.js';

endWithStarter();
await import('./install.mjs');
process.argv.push('serve');
await import('../bin/kinora.js');
