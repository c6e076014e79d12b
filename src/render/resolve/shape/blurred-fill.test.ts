import { expect, it } from 'vitest';
import { clip, editOf, mediaOf } from '../edit.fixture.ts';
import { resolve } from '../resolve.ts';

it('cuts a picture and its blurred copy at the same places of their box', () => {
  const crop = { left: 0.3, top: 0.2 };
  const edit = editOf([[clip({ asset: { type: 'image', src: 'image', crop }, fit: 'blur' })]]);
  const [visual] = resolve(edit, mediaOf(), 'interface').visualClips;
  if (visual?.visual.kind !== 'group') throw new Error('It is no group.');
  const none = { left: 0, top: 0, right: 0, bottom: 0 };
  expect(visual.crop).toEqual({ ...none, ...crop });
  expect(visual.visual.clips.map((inner) => inner.crop)).toEqual([none, none]);
});
