import { describe, expect, it } from 'vitest';
import { parseEdit } from '../index.ts';

const CLIP = 'timeline.tracks[0].clips[0]';
const clip = { asset: { type: 'video', src: 'https://example.com/video.mp4' }, start: 0, length: 5 };
const output = { format: 'mp4', resolution: 'sd' };

function editOf(fields: object): object {
  return { timeline: { tracks: [{ clips: [{ ...clip, ...fields }] }] }, output };
}

function summary(input: unknown): string[] {
  const parsed = parseEdit(input);
  return parsed.ok ? [] : parsed.problems.map(({ field, code }) => `${field} (${code})`);
}

describe('an edit with malformed parts', () => {
  it('reports no problems that only follow from malformed parts', () => {
    const end = { ...clip, length: 'end' };
    const reference = { ...clip, start: 'alias://a' };
    const of = (...clips: unknown[]) => summary({ timeline: { tracks: [{ clips }] }, output });
    expect(of(reference, { ...clip, alias: 'a', fit: 1 })).toEqual([
      'timeline.tracks[0].clips[1].fit (not_allowed)',
    ]);
    expect(of(reference, { ...clip, alais: 'a' })).toEqual([
      'timeline.tracks[0].clips[1].alais (unknown_property)',
    ]);
    expect(of(reference, { ...clip, alias: 'b', id: { toString: 1 } })).toHaveLength(2);
    expect(of(reference, '{{ CLIP }}')).toEqual(['timeline.tracks[0].clips[1] (wrong_type)']);
    expect(of(end, { ...clip, length: -1 })).toEqual(['timeline.tracks[0].clips[1].length (out_of_range)']);
    expect(summary({ timeline: { tracks: [{ clips: [reference] }, { clip }] }, output })).toEqual([
      'timeline.tracks[1].clip (unknown_property)',
      'timeline.tracks[1].clips (required)',
    ]);
  });

  it('reports invalid sources together with other problems', () => {
    const edit = {
      ...editOf({ asset: { type: 'video', src: 'ftp://a/b' }, start: 'alias://x' }),
      callback: 5,
    };
    const all = [`${CLIP}.asset.src (wrong_form)`, `${CLIP}.start (alias_unknown)`, 'callback (wrong_type)'];
    expect(summary(edit)).toEqual(all);
    const paths = editOf({ asset: { type: 'video', src: 'a/b.mp4' } });
    expect([parseEdit(paths).ok, parseEdit(paths, { allowedSources: 'http' }).ok]).toEqual([true, false]);
  });
});
