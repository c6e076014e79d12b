import { describe, expect, it } from 'vitest';
import { sortByDocument } from './document-order.ts';
import { createProblem, formatPath } from './problem.ts';

describe('a problem', () => {
  it.each([
    [[], '', ''],
    [['output'], 'output', '/output'],
    [['tracks', 0, 'clips', 12, 'src'], 'tracks[0].clips[12].src', '/tracks/0/clips/12/src'],
    [['a b', 'c/d~e'], '["a b"]["c/d~e"]', '/a b/c~1d~0e'],
    [['x', ''], 'x[""]', '/x/'],
  ])('formats the path %j', (path, field, pointer) => {
    expect(createProblem(path, 'required', 'is required')).toMatchObject({ path, field, pointer });
    expect(formatPath(path)).toBe(field);
  });

  it.each([
    [[], 'is wrong', 'The edit is wrong.'],
    [['a'], 'is wrong', 'a is wrong.'],
    [['a'], 'is wrong. Did you mean "b"?', 'a is wrong. Did you mean "b"?'],
  ])('makes a message from %j and "%s"', (path, phrase, message) => {
    expect(createProblem(path, 'required', phrase).message).toBe(message);
  });

  it('is sorted by the position of its field, with missing fields after their siblings', () => {
    const document = { b: [{ y: 1, x: 2 }, 3], a: null };
    const fields = [
      ['a', 'deep'],
      ['b', 1],
      ['missing'],
      ['b', 0, 'none'],
      ['b', 0, 'x'],
      ['b', 0, 'y'],
      ['b'],
      [],
    ];
    const problems = fields.map((path) => createProblem(path, 'required', ''));
    expect(sortByDocument(problems, document).map(({ field }) => field)).toEqual([
      '',
      'b',
      'b[0].y',
      'b[0].x',
      'b[0].none',
      'b[1]',
      'a.deep',
      'missing',
    ]);
  });
});
