import { expect, it } from 'vitest';
import { nameClip } from './clip-spans.ts';

const FILM = { clips: [{ asset: { type: 'video', src: 'https://a.example/f.mp4' }, start: 0 }] };
const WORDS = { clips: [{ asset: { type: 'rich-text', text: 'First light' }, start: 1 }] };

it.each([
  ['its alias', { alias: 'talk', asset: { type: 'video', src: 'https://a.example/f.mp4' } }, 'talk'],
  ['its text', { asset: { type: 'text', text: '  Two\nlines ' } }, 'Two lines'],
  ['its file', { asset: { type: 'video', src: 'https://a.example/My%20film.mp4?x=1' } }, 'My film.mp4'],
  ['its type', { asset: { type: 'group' } }, 'group'],
  ['the words in it', { asset: { type: 'group', tracks: [FILM, WORDS] } }, 'First light'],
  ['a file in it', { asset: { type: 'group', tracks: [FILM] } }, 'f.mp4'],
] as const)('a clip is named after %s', (_what, clip, name) => {
  expect(nameClip(clip)).toBe(name);
});
