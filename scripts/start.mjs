// `npm start`: installs, then serves. Signals to npm reach the shell between npm and this process. The shell
// dies without forwarding them. Therefore this process sends itself SIGTERM when its parent is gone.
const parent = process.ppid;
setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGTERM'), 500).unref();

await import('./install.mjs');
process.argv.push('serve');
await import('../bin/kinora.js');
