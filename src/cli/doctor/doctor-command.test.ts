import { expect, it } from 'vitest';
import { runIn } from '../run.fixture.ts';
import type { Finding } from '../../operations/finding.ts';

const OK: Finding = { about: 'home', state: 'ok', found: 'It is there.' };
const WARNING: Finding = { about: 'disk', state: 'warning', found: 'It is small.', advice: 'Add space.' };
const ERROR: Finding = { about: 'database', state: 'error', found: 'It is away.' };

it('prints what was found and what to do, and succeeds if there are only warnings', async () => {
  const { code, out, err } = await runIn('/', ['doctor'], { findings: [OK, WARNING] });
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toBe(`ok       home       It is there.
warning  disk       It is small.
                    Add space.

0 errors, 1 warning.
`);
});

it('fails after an error, and still prints what follows', async () => {
  const { code, out, err } = await runIn('/', ['doctor'], { findings: [ERROR, OK] });
  expect({ code, err }).toEqual({ code: 1, err: '' });
  expect(out).toContain('error    database   It is away.\nok       home       It is there.\n');
  expect(out).toContain('1 error, 0 warnings.');
});

it('prints JSON', async () => {
  const { code, out } = await runIn('/', ['doctor', '--json'], { findings: [ERROR, WARNING] });
  expect(code).toBe(1);
  expect(JSON.parse(out)).toEqual([ERROR, WARNING]);
});
