// A process that asks to end with its parent, says so, and then looks at nothing for as long as it may take.
import { endWithParent } from './end-with-parent.ts';

const LIMIT_MS = 5_000;

endWithParent(Number(process.argv[2]));
process.stdout.write('busy\n', () => {
  const end = Date.now() + LIMIT_MS;
  while (Date.now() < end);
  process.stdout.write('still there\n');
});
