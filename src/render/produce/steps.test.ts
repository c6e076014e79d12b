import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../../base/failure-of.fixture.ts';
import { RENDER_STEPS, runSteps } from './steps.ts';

const names = RENDER_STEPS.map(({ name }) => name);

describe('the steps of a render', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/how-it-works.md'), 'utf8');
  const [, diagram = ''] = /subgraph render \[[^\n]*\n(.*?)\n {2}end\n/s.exec(page) ?? [];

  it('are the same as in the diagram in docs/how-it-works.md, in the same order', () => {
    const [steps = ''] = diagram.split('subgraph output');
    const edges = [...steps.matchAll(/^ *(\w+) -->\|[^|]*\| (\w+)$/gm)].map(([, from, to]) => [from, to]);
    expect(edges).toEqual(names.slice(1).map((name, index) => [names[index], name]));
  });

  it('run in the process that the diagram shows', () => {
    const [, child = ''] = /^ *class (\S+) child$/m.exec(diagram) ?? [];
    const inChild = RENDER_STEPS.filter(({ process }) => process === 'child').map(({ name }) => name);
    expect(child.split(',')).toEqual(inChild);
  });

  it('run in the order of the list, whatever order they are given in', async () => {
    const ran: string[] = [];
    const steps = Object.fromEntries(names.toReversed().map((name) => [name, () => void ran.push(name)]));
    await runSteps(steps);
    expect(ran).toEqual(names);
  });

  it('are skipped if they are not given', async () => {
    const ran: string[] = [];
    await runSteps({ output: () => void ran.push('output'), probe: () => void ran.push('probe') });
    expect(ran).toEqual(['probe', 'output']);
  });

  it('stop before the next step if they are cancelled', async () => {
    const ran: string[] = [];
    const cancel = new AbortController();
    const work = runSteps(
      {
        fetch: () => {
          ran.push('fetch');
          cancel.abort();
        },
        pages: () => void ran.push('pages'),
      },
      cancel.signal,
    );
    expect(await failureOf(work)).toBe('cancelled: The render was cancelled.');
    expect(ran).toEqual(['fetch']);
  });
});
