import { describe, expect, it } from 'vitest';
import { unpackEdit } from '../edit/index.ts';
import { readEdit } from './read-edit.ts';

const output = { format: 'mp4', resolution: 'sd' };
const clip = { asset: { type: 'text', text: '{{ WORD }}' }, start: 0, length: 1 };
const merge = [{ find: 'WORD', replace: 'x' }];
const stored = (count: number, more: object = {}) => {
  const timeline = { tracks: [{ clips: Array.from({ length: count }, () => clip) }] };
  return { text: JSON.stringify({ timeline, merge, ...more }), dialect: 'shotstack' } as const;
};

describe.each([
  ['small', 1],
  ['large', 2000],
])('a %s edit', (_size, count) => {
  const { signal } = new AbortController();

  it('is parsed with its merge fields', async () => {
    const packed = await readEdit(stored(count, { output }), signal);
    const { dialect } = packed;
    const { timeline } = unpackEdit(packed);
    expect(dialect).toBe('shotstack');
    expect(timeline.tracks[0]?.clips).toHaveLength(count);
    expect(timeline.tracks[0]?.clips.at(-1)?.asset).toMatchObject({ text: 'x' });
  });

  it('that this version rejects fails with a readable message', async () => {
    const reading = readEdit(stored(count), signal);
    await expect(reading).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(reading).rejects.toThrow('output is required');
  });
});

it('stops parsing a large edit when the render is aborted', async () => {
  await expect(readEdit(stored(2000, { output }), AbortSignal.abort())).rejects.toThrow();
});
