import { expect, it } from 'vitest';
import { findNamingClip } from './find-naming-clip.ts';
import { listSpans, nameClip } from './clip-spans.ts';
import { shapeDraft } from './shape-draft.ts';

const CLIP = { asset: { type: 'text', text: 'Hello' }, start: 1, length: 2 };

it('an edit with the right types stays as it is', () => {
  const group = { asset: { type: 'group', tracks: [{ clips: [CLIP] }] }, start: 0 };
  const placed = { asset: '{{ PICTURE }}', start: 'auto' };
  const edit = {
    timeline: { tracks: [{ clips: [CLIP, group, placed] }], background: '#000' },
    output: '{{ OUTPUT }}',
    merge: [{ find: 'PICTURE', replace: { type: 'image', src: 'https://a.example/b.png' } }],
    other: null,
  } as never;
  expect(JSON.stringify(shapeDraft(edit))).toBe(JSON.stringify(edit));
});

it.each([
  { timeline: null },
  { timeline: [] },
  { timeline: { tracks: 5 } },
  { timeline: { tracks: '{{ TRACKS }}' } },
  { timeline: { tracks: { clips: [] } } },
  { timeline: { tracks: [null, { clips: 'x' }, { clips: {} }] } },
  { timeline: { tracks: [{ clips: [null, 5, 'x', { asset: null }, { asset: { type: 5 } }] }] } },
  { timeline: { tracks: [{ clips: [{ asset: { type: 'group', tracks: [null, { clips: [null] }] } }] }] } },
  { output: null, outputs: [null], merge: [null, {}, { find: 5, field: null }] },
  { merge: {} },
])('an edit with wrong types has spans and names: %j', (edit) => {
  const shaped = shapeDraft(edit as never);
  for (const { clips = [] } of shaped.timeline?.tracks ?? []) for (const clip of clips) nameClip(clip);
  expect(() => [listSpans(shaped), findNamingClip(shaped)]).not.toThrow();
  for (const { find } of shaped.merge ?? []) expect(find).toBe('');
});

it('a wrong value keeps its place, so that the others keep theirs', () => {
  const shaped = shapeDraft({ timeline: { tracks: [null, { clips: [null, CLIP] }] } } as never);
  expect(shaped).toEqual({ timeline: { tracks: [{}, { clips: [{}, CLIP] }] } });
});
