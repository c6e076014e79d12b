const LOOK_MS = 500;
let watch;

/**
 * Ends this process when its parent is gone, if the parent is npm, npx or a program with a channel to this one. npm
 * and npx start a command by a shell, which dies without forwarding signals to it.
 */
export function endWithStarter() {
  if (process.env.npm_command === undefined && !process.connected) return;
  const parent = process.ppid;
  watch ??= setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_MS).unref();
}
