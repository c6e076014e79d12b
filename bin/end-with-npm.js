const LOOK_MS = 500;
let watch;

/**
 * Ends this process when its parent is gone, if npm or npx has started it. They start a command by a shell, which
 * dies without forwarding signals to it.
 */
export function endWithNpm() {
  if (process.env.npm_command === undefined) return;
  const parent = process.ppid;
  watch ??= setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_MS).unref();
}
