import { describe, expect, it } from 'vitest';
import { parseEdit, type Problem } from '../index.ts';

const src = 'https://example.com/video.mp4';
const clip = { asset: { type: 'video', src }, start: 0, length: 5 };
const output = { format: 'mp4', resolution: 'sd' };

function editOf(fields: object): object {
  return { timeline: { tracks: [{ clips: [{ ...clip, ...fields }] }] }, output };
}

function problemsOf(input: unknown): readonly Problem[] {
  const result = parseEdit(input);
  return result.ok ? [] : result.problems;
}

/** Returns the problems as `field (code)`. */
function summary(input: unknown): string[] {
  return problemsOf(input).map(({ field, code }) => `${field} (${code})`);
}

const CLIP = 'timeline.tracks[0].clips[0]';

describe('parseEdit with hostile input', () => {
  it('rejects property names of prototypes safely', () => {
    const text = `{
      "__proto__": { "polluted": 1 }, "constructor": { "prototype": { "polluted": 1 } },
      "timeline": { "tracks": [{ "clips": [
        { "asset": { "type": "__proto__" }, "start": 0, "length": 1, "__proto__": { "polluted": 1 } },
        { "asset": { "type": "constructor" }, "start": "toString", "length": 1, "hasOwnProperty": 1 }
      ] }] },
      "output": { "format": "valueOf", "resolution": "sd" }
    }`;
    expect(summary(JSON.parse(text))).toEqual([
      '__proto__ (unknown_property)',
      'constructor (unknown_property)',
      `${CLIP}.asset.type (not_allowed)`,
      `${CLIP}.__proto__ (unknown_property)`,
      'timeline.tracks[0].clips[1].asset.type (not_allowed)',
      'timeline.tracks[0].clips[1].start (wrong_type)',
      'timeline.tracks[0].clips[1].hasOwnProperty (unknown_property)',
      'output.format (not_allowed)',
    ]);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it('accepts 10,000 clips that depend on each other', () => {
    const clips = Array.from({ length: 10_000 }, (_, index) => ({
      ...clip,
      start: index === 0 ? 0 : 'auto',
      length: index === 0 ? 0.4 : `alias://a${index - 1}`,
      alias: `a${index}`,
    }));
    expect(parseEdit({ timeline: { tracks: [{ clips }] }, output }).ok).toBe(true);
  });

  it.each([
    ['tracks without clips', { timeline: { tracks: Array(500_000).fill({ clips: [] }) }, output }],
    ['empty clips', { timeline: { tracks: [{ clips: Array(10_000).fill({}) }] }, output }],
    ['tracks with an empty clip', { timeline: { tracks: Array(10_000).fill({ clips: [{}] }) }, output }],
    ['invalid tweens', editOf({ scale: Array(3_000_000).fill(0) })],
    ['overlapping tweens', editOf({ scale: Array(400_000).fill({ length: 1 }) })],
    ['invalid merge fields', { ...editOf({}), merge: Array(3_000_000).fill({}) }],
    [
      'unknown voices',
      {
        timeline: {
          tracks: [
            {
              clips: Array(10_000).fill({
                ...clip,
                asset: { type: 'text-to-speech', text: 'x', voice: 'x' },
              }),
            },
          ],
        },
        output,
      },
    ],
    [
      'unknown aliases',
      { timeline: { tracks: [{ clips: Array(10_000).fill({ ...clip, start: 'alias://a' }) }] }, output },
    ],
    [
      'unknown properties',
      {
        ...editOf({}),
        ...Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`k${index}`, 0])),
      },
    ],
  ])('keeps the response to very many %s short', (_, edit) => {
    const problems = problemsOf(edit);
    expect(problems).toHaveLength(100);
    expect(JSON.stringify(problems).length).toBeLessThan(100_000);
  });

  it.each([
    ['name', { ['x'.repeat(1_000_000)]: 1 }],
    ['value', { fit: 'x'.repeat(1_000_000) }],
    ['alias', { start: `alias://${'x'.repeat(1_000_000)}` }],
  ])('keeps the response to a very long %s short', (_, fields) => {
    const problems = problemsOf(editOf(fields));
    expect(problems).toHaveLength(1);
    expect(JSON.stringify(problems).length).toBeLessThan(1_000);
  });
});
