import fc from 'fast-check';
import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import type { Path } from '../edit/index.ts';
import { findSourcePositions } from './diagnostics.ts';

const TEXT = `{
  "timeline": {
    "tracks": [ { "clips": [] },
      { "clips": [ {"start": 1}, [2, 3],
\t"four" ] }
    ]
  }
}`;

function positionOf(path: Path, name = false): string {
  const [position] = findSourcePositions(TEXT, [{ path, name }]);
  return `${position!.line}:${position!.column}`;
}

describe('the position of a path in a JSON text', () => {
  it.each<[Path, string]>([
    [[], '1:1'],
    [['timeline', 'tracks'], '3:15'],
    [['timeline', 'tracks', 1], '4:7'],
    [['timeline', 'tracks', 1, 'clips', 0, 'start'], '4:30'],
    [['timeline', 'tracks', 1, 'clips', 1, 1], '4:38'],
    [['timeline', 'tracks', 1, 'clips', 2], '5:2'],
  ])('of %j is that of the value', (path, position) => {
    expect(positionOf(path)).toBe(position);
  });

  it('is that of the name of the property if requested', () => {
    expect(positionOf(['timeline', 'tracks', 1, 'clips', 0, 'start'], true)).toBe('4:21');
    expect(positionOf(['timeline', 'tracks', 1], true)).toBe('4:7');
  });

  it.each<[Path, string]>([
    [['timeline', 'background', 'colour'], '2:15'],
    [['timeline', 'tracks', 7, 'clips'], '3:15'],
    [['timeline', 'tracks', '0'], '3:15'],
    [['timeline', 'tracks', 1, 'clips', 2, 'asset', 'src'], '5:2'],
  ])('of %j is that of the last part that exists', (path, position) => {
    expect(positionOf(path)).toBe(position);
    expect(positionOf(path, true)).toBe(position);
  });

  it('is that of the last of two equal properties, as in JSON.parse', () => {
    expect(findSourcePositions('{"a": 1, "a": 2}', [{ path: ['a'] }])).toEqual([{ line: 1, column: 15 }]);
  });

  it('is correct for all values of any text', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), fc.integer({ min: 0, max: 3 }), (json, indent) => {
        const text = JSON.stringify(JSON.parse(json), null, indent);
        const paths = pathsIn(JSON.parse(text));
        const offsets = paths.map((path) => findNodeAtLocation(parseTree(text)!, [...path])?.offset);
        const positions = findSourcePositions(
          text,
          paths.map((path) => ({ path })),
        );
        expect(positions).toEqual(offsets.map((offset) => lineAndColumn(text, offset!)));
      }),
      { numRuns: 200 },
    );
  });
});

function pathsIn(value: unknown): Path[] {
  if (typeof value !== 'object' || value === null) return [[]];
  const entries = Array.isArray(value)
    ? value.map((item: unknown, index) => [index, item] as const)
    : Object.entries(value);
  return [[], ...entries.flatMap(([step, inner]) => pathsIn(inner).map((path) => [step, ...path]))];
}

function lineAndColumn(text: string, offset: number) {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: before.at(-1)!.length + 1 };
}
