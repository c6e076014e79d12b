import { expect, it } from 'vitest';
import { parseEdit } from '../index.ts';

const CLIP = 'timeline.tracks[0].clips[0]';

function parse(fields: object) {
  const clip = { asset: { type: 'text', text: 'a' }, start: 0, length: 1, ...fields };
  return parseEdit({
    timeline: { tracks: [{ clips: [clip] }] },
    output: { format: 'mp4', resolution: 'sd' },
  });
}

function read(fields: object) {
  const parsed = parse(fields);
  if (!parsed.ok) throw new Error(parsed.problems[0]?.message);
  const { edit, warnings } = parsed.value;
  return {
    clip: edit.timeline.tracks[0]?.clips[0],
    warnings: warnings.map(({ field, text }) => `${field.replace(CLIP, '')}: ${text}`),
  };
}

const rich = { type: 'rich-text', text: 'a' };

it.each<[string, object, object, string]>([
  ['a clip', { opacity: 50 }, { opacity: 1 }, '.opacity'],
  [
    'a font',
    { asset: { type: 'text', text: 'a', font: { opacity: -1 } } },
    { asset: { font: { opacity: 0 } } },
    '.asset.font.opacity',
  ],
  [
    'a background',
    { asset: { ...rich, background: { opacity: 2 } } },
    { asset: { background: { opacity: 1 } } },
    '.asset.background.opacity',
  ],
  [
    'a shadow',
    { asset: { ...rich, shadow: { opacity: 1.01 } } },
    { asset: { shadow: { opacity: 1 } } },
    '.asset.shadow.opacity',
  ],
  [
    'a stroke',
    { asset: { ...rich, stroke: { width: 1, opacity: 9 } } },
    { asset: { stroke: { opacity: 1 } } },
    '.asset.stroke.opacity',
  ],
  [
    'a tween',
    { opacity: [{ from: 0.5, to: 1.5, length: 1 }] },
    { opacity: [{ from: 0.5, to: 1 }] },
    '.opacity[0].to',
  ],
])('an opacity outside 0-1 is clamped with a warning: %s', (_what, fields, expected, field) => {
  const { clip, warnings } = read(fields);
  expect(clip).toMatchObject(expected);
  expect(warnings).toEqual([
    expect.stringMatching(
      /: This opacity is \S+ and counts as (0 \(transparent\)|1 \(opaque\))\. Set it to a number from 0 to 1\.$/,
    ),
  ]);
  expect(warnings[0]).toContain(`${field}: `);
});

it('the opacity of a border is refused outside 0-1', () => {
  expect(parse({ asset: { ...rich, border: { width: 1, opacity: 50 } } })).toMatchObject({
    ok: false,
    problems: [{ field: `${CLIP}.asset.border.opacity` }],
  });
});

it('opacities from 0 to 1 stay as they are', () => {
  const fields = {
    opacity: [{ from: 0, to: 1, start: 0, length: 1 }],
    asset: { ...rich, font: { opacity: 0.5 } },
  };
  expect(read(fields)).toEqual({ clip: { start: 0, length: 1, ...fields }, warnings: [] });
});
