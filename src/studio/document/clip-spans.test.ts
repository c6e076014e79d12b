import { expect, it } from 'vitest';
import { nameClip } from './clip-spans.ts';

it.each([
  ['its alias', { alias: 'talk', asset: { type: 'video', src: 'https://a.example/f.mp4' } }, 'talk'],
  ['its text', { asset: { type: 'text', text: '  Two\nlines ' } }, 'Two lines'],
  ['its file', { asset: { type: 'video', src: 'https://a.example/My%20film.mp4?x=1' } }, 'My film.mp4'],
  ['its type', { asset: { type: 'group' } }, 'group'],
] as const)('a clip is named after %s', (_what, clip, name) => {
  expect(nameClip(clip)).toBe(name);
});
