import { expect, it } from 'vitest';
import { toEdit } from '../../../test/media/render-edit.ts';
import { checkScripts } from './check-scripts.ts';

const editOf = (js: string) =>
  toEdit({
    timeline: { tracks: [{ clips: [{ asset: { type: 'html5', html: '', js }, start: 0, length: 1 }] }] },
    output: { format: 'mp4', resolution: 'sd' },
  });

it.each(['let a = 1;', 'const f = async () => { await 0; };', '// {{ NAME }}', '', 'return_ = 1 ?? 2'])(
  'a script may be %j',
  (js) => {
    expect(() => checkScripts(editOf(js))).not.toThrow();
  },
);

it.each([
  ['let a = ;', "line 1 is not valid JavaScript: Unexpected token ';'."],
  ['let a;\n\nlet a;', "line 3 is not valid JavaScript: Identifier 'a' has already been declared."],
  ['f(', 'line 1 is not valid JavaScript: Unexpected end of input.'],
  ['const x = {{ NAME }};', 'line 1 is not valid JavaScript: '],
])('a script %j is refused with its line', (js, words) => {
  expect(() => checkScripts(editOf(js))).toThrow(`timeline.tracks[0].clips[0].asset.js: ${words}`);
});
