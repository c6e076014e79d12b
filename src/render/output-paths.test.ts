import { expect, test } from 'vitest';
import { type Edit, toParsedEdit } from '../edit/index.ts';
import { resolveOutputPath, resolveOutputPaths } from './output-paths.ts';

const clip = (src: string) => ({ asset: { type: 'video' as const, src }, start: 0, length: 1 });
const edit: Edit = {
  timeline: {
    tracks: [{ clips: ['clip.mp4', 'file:///films/a%20b.mp4', 'https://example.com/out.mp4'].map(clip) }],
  },
  output: { format: 'mp4', resolution: 'hd' },
};
const loaded = {
  parsed: toParsedEdit(edit),
  document: { name: 'edit.mp4', text: '' },
  file: '/edits/edit.mp4',
  folder: '/edits',
};
const target = (out: string): string => resolveOutputPath(out, '/edits', loaded);

test.each([
  ['edit.mp4', 'edit.mp4 is the edit itself. Choose another output file.'],
  ['./clip.mp4', './clip.mp4 is a source of the edit. Choose another output file.'],
  ['/films/a b.mp4', '/films/a b.mp4 is a source of the edit. Choose another output file.'],
])('%s is not overwritten', (out, message) => {
  expect(() => target(out)).toThrow(message);
});

test('the extension of a file fits its format', () => {
  const pathsOf = (name: string, format: Edit['output']['format']) => {
    const parsed = toParsedEdit({ ...edit, output: { format, resolution: 'hd' } });
    return resolveOutputPaths([name], '/edits', { ...loaded, parsed });
  };
  for (const [name, format] of [
    ['a.mp4', 'mp4'],
    ['a.JPEG', 'jpg'],
    ['a.b.jpg', 'jpg'],
  ] as const)
    expect(pathsOf(name, format)).toEqual({ output: `/edits/${name}` });
  expect(() => pathsOf('out.mp4', 'gif')).toThrow(
    /^out\.mp4 must end in \.gif, because output\.format of the edit is "gif"\.$/,
  );
  expect(() => pathsOf('out', 'jpg')).toThrow(/^out must end in \.jpg or \.jpeg, because /);
});

test('each of several outputs has a file of its own', () => {
  const others: Edit[] = [{ ...edit, output: { format: 'gif', resolution: 'sd', poster: { capture: 0 } } }];
  const several = { ...loaded, parsed: toParsedEdit({ ...edit, others }) };
  const targets = (...out: string[]) => resolveOutputPaths(out, '/edits', several);
  expect(targets('a.mp4', 'b.gif')).toEqual({
    output: '/edits/a.mp4',
    others: [{ output: '/edits/b.gif', poster: '/edits/b-poster.jpg' }],
  });
  expect(() => targets('a.mp4')).toThrow(
    'The edit has 2 outputs, but one file to write. Name one for each output, in the order of the edit. For several, repeat -o.',
  );
  expect(() => targets('a.mp4', 'b.mp4')).toThrow(
    'b.mp4 must end in .gif, because outputs[1].format of the edit is "gif".',
  );
  const twins = { ...loaded, parsed: toParsedEdit({ ...edit, others: [edit] }) };
  expect(() => resolveOutputPaths(['a.mp4', './a.mp4'], '/edits', twins)).toThrow(
    'a.mp4 would be written for two outputs. Choose different names for them.',
  );
});

test('any other file can be written', () => {
  expect(target('out.mp4')).toBe('/edits/out.mp4');
  expect(target('../films/clip.mp4')).toBe('/films/clip.mp4');
});

test('stills are written beside the output, with its name', () => {
  const output = { ...edit.output, poster: { capture: 1 }, thumbnail: { capture: 1, scale: 0.5 } };
  const targets = (out: string) =>
    resolveOutputPaths([out], '/edits', { ...loaded, parsed: toParsedEdit({ ...edit, output }) });
  expect(targets('../films.d/out.v2.mp4')).toEqual({
    output: '/films.d/out.v2.mp4',
    poster: '/films.d/out.v2-poster.jpg',
    thumbnail: '/films.d/out.v2-thumb.jpg',
  });
  expect(resolveOutputPaths(['out.mp4'], '/edits', loaded)).toEqual({ output: '/edits/out.mp4' });
});

test('a still does not overwrite a source', () => {
  const still = { ...edit, output: { ...edit.output, poster: { capture: 1 } } };
  const tracks = [
    { clips: [{ asset: { type: 'image' as const, src: 'a-poster.jpg' }, start: 0, length: 1 }] },
  ];
  const own = { ...loaded, parsed: toParsedEdit({ ...still, timeline: { tracks } }) };
  expect(() => resolveOutputPaths(['a.mp4'], '/edits', own)).toThrow(
    'a-poster.jpg is a source of the edit. Choose another output file.',
  );
  expect(resolveOutputPaths(['b.mp4'], '/edits', own).poster).toBe('/edits/b-poster.jpg');
});
