import { expect, it } from 'vitest';
import { timelineOf, visualClip } from '../../render/scene/visual-clip.fixture.ts';
import { writeExact } from '../../render/scene/layered-timeline.ts';
import type { DraftClip } from '../document/edit-text.ts';
import { moveWrittenClips } from './move-written-clips.ts';

const FIELD = 'timeline.tracks[0].clips[0]';
const WRITTEN = writeExact({
  timeline: timelineOf([visualClip({ field: FIELD, filter: 'blur' })]),
  looks: {},
});
const CLIP = { asset: { type: 'image', src: 'a.png' }, start: 0, length: 1 };

interface Written {
  readonly timeline: { readonly visualClips: readonly Record<string, unknown>[] };
}

/** Returns what a change of the clip changes in its resolved clip, and if that is all. */
function change(now: DraftClip, before: DraftClip = CLIP, merge?: { find: string; replace: unknown }[]) {
  const [one, other] = [before, now].map((clip) => ({
    edit: { timeline: { tracks: [{ clips: [clip] }] }, ...(merge && { merge }) },
    output: 0,
  }));
  const { written, isWhole } = moveWrittenClips(WRITTEN, one!, other!, 25);
  const [old, moved] = [WRITTEN, written].map((each) => (each as Written).timeline.visualClips[0]!);
  const changed = Object.entries(moved!).filter(([name, value]) => value !== old![name]);
  return [Object.fromEntries(changed), isWhole];
}

it.each([
  [{ opacity: 0.5 }, { opacity: 0.5 }],
  [{ offset: { x: 0.1, y: 0 } }, { offset: { x: 0.1, y: 0 } }],
  [{ scale: '{{ SIZE }}' }, { scale: 3 }],
  [{ transform: { rotate: { angle: 30 } } }, { angle: 30 }],
  [{ width: '50vw', height: 100 }, { box: { width: 400, height: 100 } }],
  [{ asset: { ...CLIP.asset, crop: { top: 0.2 } } }, { crop: { top: 0.2, bottom: 0, left: 0, right: 0 } }],
])('a change of a place moves the clip, and nothing else: %j', (fields, expected) => {
  expect(change({ ...CLIP, ...fields }, CLIP, [{ find: 'SIZE', replace: 3 }])).toEqual([expected, true]);
});

it('animates what the change animates', () => {
  const [moved] = change({ ...CLIP, opacity: [{ from: 0, to: 1, start: 0, length: 1 }] });
  expect(moved).toMatchObject({ opacity: [{ from: 0, to: 1 }] });
});

it('leaves to the server what it must draw or work out', () => {
  expect(change({ ...CLIP, length: 2 })).toEqual([{}, false]);
  expect(change({ ...CLIP, opacity: 0.5, asset: { type: 'image', src: 'b.png' } })).toEqual([{}, false]);
  const text = { ...CLIP, asset: { type: 'text', text: 'a' } };
  expect(change({ ...text, width: 100 }, text)[1]).toBe(false);
});

it('moves nothing if a clip is added', () => {
  const one = { edit: { timeline: { tracks: [{ clips: [CLIP] }] } }, output: 0 };
  const two = { edit: { timeline: { tracks: [{ clips: [CLIP, { ...CLIP, start: 1 }] }] } }, output: 0 };
  expect(moveWrittenClips(WRITTEN, one, two, 25)).toEqual({ written: WRITTEN, isWhole: false });
});
