import { expect, it } from 'vitest';
import type { ClipSpan } from './clip-spans.ts';
import type { DraftClip } from './edit-text.ts';
import { findEmptied, spreadPath } from './field-changes.ts';

const CLIP = ['timeline', 'tracks', 0, 'clips', 0];
const clipWith = (fields: DraftClip) => ({ timeline: { tracks: [{ clips: [fields] }] } });

it('an object goes with its last field, up to the one that stays', () => {
  const edit = clipWith({ transform: { rotate: { angle: 3 } }, offset: { x: 1, y: 2 } });
  const angle = [...CLIP, 'transform', 'rotate', 'angle'];
  expect(findEmptied(edit, angle, CLIP.length)).toEqual([...CLIP, 'transform']);
  expect(findEmptied(edit, angle, CLIP.length + 1)).toEqual([...CLIP, 'transform', 'rotate']);
  expect(findEmptied(edit, [...CLIP, 'offset', 'x'], CLIP.length)).toEqual([...CLIP, 'offset', 'x']);
});

it('a change of the first selected clip is made in the others, too', () => {
  const [image, film, still] = ['image', 'video', 'image'].map((type) => ({ asset: { type } }));
  const edit = { timeline: { tracks: [{ clips: [image!, film!, still!] }] } };
  const spans = [0, 1, 2].map((clip) => ({ track: 0, clip }) as ClipSpan);
  const clipsOf = (path: (string | number)[]) => spreadPath(edit, spans, path).map((each) => each[4]);
  expect(clipsOf([...CLIP, 'opacity'])).toEqual([0, 1, 2]);
  expect(clipsOf([...CLIP, 'asset', 'crop', 'top'])).toEqual([0, 2]);
  expect(spreadPath(edit, spans, ['output', 'fps'])).toEqual([['output', 'fps']]);
});
