// `npm start`: installs, then serves. Signals for npm go to the shell between npm and this process, which dies of them and
// tells nobody; so when the parent is gone, this ends as if the signal had come here.
const parent = process.ppid;
setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGTERM'), 500).unref();

await import('./install.mjs');
process.argv.push('serve');
await import('../bin/kinora.js');
