import { describe, expect, it } from 'vitest';
import type { DraftClip, DraftEdit } from './edit-text.ts';
import { nameClip } from './clip-spans.ts';
import { findNamingClip } from './find-naming-clip.ts';

const FILM: DraftClip = { asset: { type: 'video', src: 'https://media.example/sea%20walk.mp4' }, start: 0 };

function editOf(...clips: readonly DraftClip[]) {
  return { timeline: { tracks: clips.map((clip) => ({ clips: [clip] })) } };
}

const nameEdit = (edit: DraftEdit): string => nameClip(findNamingClip(edit) ?? {});

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
});
