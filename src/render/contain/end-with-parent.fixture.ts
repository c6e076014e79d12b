// A process that asks to end with its parent, says so, and then only blocks until the limit.
import { endWithParent } from './end-with-parent.ts';

const LIMIT_MS = 5_000;

endWithParent(Number(process.argv[2]));
process.stdout.write('busy\n', () => {
  const end = Date.now() + LIMIT_MS;
  while (Date.now() < end);
  process.stdout.write('still there\n');
});
