import { describe, expect, it } from 'vitest';
import { createRandom } from '../random.ts';
import { JOB_STAGES, nameFault } from './fault.ts';
import { type Breakable, planFaults } from './schedule.ts';

const EVERYTHING: Breakable = {
  victims: ['api', 'worker', 'child'],
  database: true,
  storage: true,
  disk: true,
};
const MINUTE = 60;

const plan = (seed: number, seconds: number, breakable = EVERYTHING) =>
  planFaults(createRandom(seed, 'faults'), breakable, seconds);
const namesOf = (seed: number, seconds: number, breakable = EVERYTHING) =>
  new Set(plan(seed, seconds, breakable).map(({ action }) => nameFault(action)));

describe('a plan of faults', () => {
  it('is the same for a seed, and another one for another seed', () => {
    expect(plan(7, 2 * MINUTE)).toEqual(plan(7, 2 * MINUTE));
    expect(plan(7, 2 * MINUTE)).not.toEqual(plan(8, 2 * MINUTE));
  });

  it('has each kind of fault in twenty minutes, and kills each process at each stage', () => {
    const names = namesOf(3, 20 * MINUTE);
    for (const victim of EVERYTHING.victims)
      for (const stage of JOB_STAGES) expect(names).toContain(`kill -9 ${victim}, ${stage}`);
    for (const name of ['kill -9 api', 'SIGTERM worker', 'SIGSTOP api', 'database restarted, immediate'])
      expect(names).toContain(name);
    for (const name of ['kill -9 of a database backend', 'storage: hang', 'disk full'])
      expect(names).toContain(name);
  });

  it('ends all faults before the run ends, in the order of their times', () => {
    const faults = plan(5, 10 * MINUTE);
    for (const { at, action } of faults)
      expect(at + ('seconds' in action ? action.seconds : 0)).toBeLessThanOrEqual(10 * MINUTE);
    const times = faults.map(({ at }) => at);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it('breaks only what is there', () => {
    const breakable: Breakable = {
      victims: ['server', 'child'],
      database: false,
      storage: false,
      disk: false,
    };
    for (const name of namesOf(1, 20 * MINUTE, breakable)) expect(name).toMatch(/server|child/);
  });

  it('has some faults in two minutes, and none in three seconds', () => {
    expect(plan(2, 2 * MINUTE).length).toBeGreaterThan(12);
    expect(plan(2, 3)).toEqual([]);
  });
});

describe('random choices', () => {
  it('of one purpose do not depend on those of another', () => {
    const [a, b] = [createRandom(1, 'orders'), createRandom(1, 'orders')];
    createRandom(1, 'faults').next();
    expect(a.next()).toBe(b.next());
    expect(createRandom(1, 'orders').next()).not.toBe(createRandom(1, 'faults').next());
  });

  it('shuffle without losing anything', () => {
    const items = Array.from({ length: 50 }, (_, index) => index);
    const shuffled = createRandom(9).shuffle(items);
    expect(shuffled).not.toEqual(items);
    expect(shuffled.toSorted((a, b) => a - b)).toEqual(items);
  });
});
