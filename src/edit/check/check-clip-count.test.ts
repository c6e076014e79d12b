import { describe, expect, it } from 'vitest';
import { parseEdit, parseTemplate } from '../index.ts';

const clip = { asset: { type: 'text', text: 'a' }, start: 0, length: 1 };
const output = { format: 'mp4', resolution: 'sd' };
const editOf = (...counts: number[]) => ({
  timeline: { tracks: counts.map((length) => ({ clips: Array.from({ length }, () => clip) })) },
  output,
});
const messages = (edit: unknown) => {
  const parsed = parseEdit(edit);
  return parsed.ok ? [] : parsed.problems.map(({ message }) => message);
};

describe('the number of clips', () => {
  it('may be 10,000', () => {
    expect(messages(editOf(9_000, 1_000))).toEqual([]);
  });

  it('must not be more, with a problem that names the limit and the place', () => {
    expect(messages(editOf(9_000, 1_001, 5))).toEqual([
      'timeline.tracks[1].clips exceeds the limit of 10,000 clips: the edit has 10,006. Split it into several edits.',
    ]);
  });

  it('counts the clips that a merge brings', () => {
    const tracks = Array.from({ length: 500 }, () => ({ clips: '{{ CLIPS }}' }));
    const merge = [{ find: 'CLIPS', replace: Array.from({ length: 300 }, () => clip) }];
    expect(messages({ timeline: { tracks }, output, merge })).toEqual([
      'timeline.tracks[33].clips exceeds the limit of 10,000 clips: the edit has 150,000. Split it into several edits.',
    ]);
  });

  it('is limited in a template, too', () => {
    const parsed = parseTemplate(editOf(10_001), 'interface', ['template']);
    expect(parsed).toMatchObject({ ok: false, problems: [{ field: 'template.timeline.tracks[0].clips' }] });
  });

  it.each([[null], [{ timeline: null }], [{ timeline: { tracks: [null, 1, { clips: 'x' }] } }]])(
    'is not counted in %j',
    (edit) => {
      expect(messages(edit)).not.toContain('limit of 10,000');
    },
  );
});
