import { expect, test } from 'vitest';
import type { Edit } from '../edit/index.ts';
import { targetOf } from './target.ts';

const clip = (src: string) => ({ asset: { type: 'video' as const, src }, start: 0, length: 1 });
const edit: Edit = {
  timeline: {
    tracks: [{ clips: ['clip.mp4', 'file:///films/a%20b.mp4', 'https://example.com/out.mp4'].map(clip) }],
  },
  output: { format: 'mp4', resolution: 'hd' },
};
const loaded = { edit, source: { name: 'edit.mp4', text: '' }, file: '/edits/edit.mp4', folder: '/edits' };
const target = (out: string): string => targetOf(out, '/edits', loaded);

test.each([
  ['edit.mp4', 'edit.mp4 is the edit itself; write to another file.'],
  ['./clip.mp4', "./clip.mp4 is one of the edit's own sources; write to another file."],
  ['/films/a b.mp4', "/films/a b.mp4 is one of the edit's own sources; write to another file."],
])('%s is not written over', (out, message) => {
  expect(() => target(out)).toThrow(message);
});

test('any other file may be written', () => {
  expect(target('out.mp4')).toBe('/edits/out.mp4');
  expect(target('../films/clip.mp4')).toBe('/films/clip.mp4');
});
