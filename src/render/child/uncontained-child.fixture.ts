/** A media process on a machine that cannot contain it. */
import module from 'node:module';

// The last step before the process contains itself. Until then, packages must find their builds for this machine.
module.flushCompileCache = () => {
  Object.defineProperty(process, 'platform', { value: 'plan9' });
};
module.syncBuiltinESMExports();
await import('./child.ts');
