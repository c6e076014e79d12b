import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { MAX_PROBLEMS } from '../problems/problem.ts';
import { listOf } from './list.ts';

describe('a list of an edit', () => {
  const Numbers = listOf(z.number()).min(2).describe('Numbers.');

  it('works like an array', () => {
    expect(Numbers.parse([1, 2, 3])).toEqual([1, 2, 3]);
    expect(Numbers.safeParse([1]).error?.issues).toMatchObject([{ code: 'too_small', path: [] }]);
    expect(Numbers.safeParse('12').error?.issues).toMatchObject([
      { code: 'invalid_type', expected: 'array' },
    ]);
    expect(Numbers.safeParse([1, 'x', 3]).error?.issues).toMatchObject([{ code: 'invalid_type', path: [1] }]);
    expect(z.toJSONSchema(Numbers)).toMatchObject({ type: 'array', items: { type: 'number' }, minItems: 2 });
  });

  it('stops at the maximum number of problems', () => {
    const visited: unknown[] = [];
    const Watched = listOf(z.number({ error: ({ input }) => `${visited.push(input)}` }));
    const issues = Watched.safeParse(Array.from({ length: 10_000 }, String)).error?.issues;
    expect(issues).toHaveLength(MAX_PROBLEMS);
    expect(visited).toHaveLength(MAX_PROBLEMS);
  });

  it('does not report unchecked items as missing', () => {
    const Names = z.strictObject(
      Object.fromEntries(Array.from({ length: 200 }, (_, index) => [index, z.string()])),
    );
    const issues = listOf(Names).min(2).safeParse([{}, {}]).error?.issues;
    expect(issues?.map(({ code }) => code)).not.toContain('too_small');
  });
});
