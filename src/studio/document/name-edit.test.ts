import { describe, expect, it } from 'vitest';
import type { DraftClip } from './edit-text.ts';
import { nameEdit } from './name-edit.ts';

const FILM: DraftClip = { asset: { type: 'video', src: 'https://media.example/sea%20walk.mp4' }, start: 0 };

function editOf(...clips: readonly DraftClip[]) {
  return { timeline: { tracks: clips.map((clip) => ({ clips: [clip] })) } };
}

describe('the name of an edit', () => {
  it('is its first words on the timeline', () => {
    const late = { asset: { type: 'rich-text', text: 'Later' }, start: 4 };
    const early = { asset: { type: 'text', text: 'By the\n sea' }, start: 1 };
    const auto = { asset: { type: 'text', text: 'Anywhere' }, start: 'auto' };
    expect(nameEdit(editOf(FILM, auto, late, early))).toBe('By the sea');
  });

  it('is the name of a file if there are no words', () => {
    expect(nameEdit(editOf({ asset: { type: 'text', text: ' ' }, start: 2 }, FILM))).toBe('sea walk.mp4');
  });

  it('has the values of placeholders', () => {
    const edit = editOf({ asset: { type: 'text', text: '{{ NAME }}, {{ AGE }} {{ OTHER }}' }, start: 0 });
    const merge = [
      { find: 'NAME', replace: 'Ada' },
      { find: 'AGE', replace: 36 },
    ];
    expect(nameEdit({ ...edit, merge })).toBe('Ada, 36 {{ OTHER }}');
  });

  it('is short', () => {
    expect(nameEdit(editOf({ asset: { type: 'text', text: 'x'.repeat(70) } }))).toBe(`${'x'.repeat(59)}…`);
    expect(nameEdit({})).toBeUndefined();
  });
});
