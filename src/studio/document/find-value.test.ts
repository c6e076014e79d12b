import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { expect, it } from 'vitest';
import { changeText, type JsonPath } from './edit-text.ts';
import { findValue } from './find-value.ts';

const TEXT = `{
  "a": { "b": [1, "two", { "c": -0.5e1 }, [], [[3]]], "a": null },
  "e\\"f": "x, ] } \\\\", "list": [
    {"start":1 , "text":"é{" } ,
    {}
  ],
  "last": true
}`;

const PATHS: JsonPath[] = [
  [],
  ['a'],
  ['a', 'a'],
  ['a', 'b', 1],
  ['a', 'b', 2, 'c'],
  ['a', 'b', 3],
  ['a', 'b', 3, 0],
  ['a', 'b', 4, 0, 0],
  ['a', 'b', 5],
  ['e"f'],
  ['list', 0, 'text'],
  ['list', 1, 'text'],
  ['list', 2],
  ['list', 'text'],
  ['last'],
  ['last', 0],
  ['missing'],
  [0],
];

it.each(PATHS)('finds the value at %j where the tree of the text has it', (...path) => {
  const tree = parseTree(TEXT);
  const node = tree && findNodeAtLocation(tree, [...path]);
  const expected = node && { from: node.offset, to: node.offset + node.length };
  expect(findValue(TEXT, path)).toEqual(expected);
});

it.each([
  [['list', 0, 'text'], 'new "text"'],
  [['a', 'b', 2, 'c'], 7],
  [['last'], false],
  [['a', 'a'], null],
])('a simple value at %j takes the place of the one before', (path, value) => {
  const place = findValue(TEXT, path);
  const changed = changeText(TEXT, [{ path, value }]);
  expect(changed).toBe(TEXT.slice(0, place?.from) + JSON.stringify(value) + TEXT.slice(place?.to));
});
