import { describe, expect, it } from 'vitest';
import { parseEdit } from '../parse/parse-edit.ts';
import { listOutputs } from './output-list.ts';

const WIDE = { format: 'mp4', size: { width: 640, height: 360 } };
const UPRIGHT = { format: 'mp4', size: { width: 360, height: 640 } };

function editOf(clip: object, outputs: readonly object[] = [WIDE, UPRIGHT]): object {
  const whole = { asset: { type: 'text', text: 'Hi' }, start: 0, length: 1, ...clip };
  return { timeline: { tracks: [{ clips: [whole] }] }, outputs };
}

/** Returns the clips of an edit for each of its outputs, without what they have in common. */
function placesOf(clip: object, outputs?: readonly object[]): unknown[] {
  const parsed = parseEdit(editOf(clip, outputs));
  if (!parsed.ok) return parsed.problems.map(({ message }) => message);
  return listOutputs(parsed.value.edit).map(({ timeline }) => {
    const { asset: _asset, start: _start, length: _length, ...place } = timeline.tracks[0]!.clips[0]!;
    return place;
  });
}

describe('the places of a clip in shapes', () => {
  it('take the place of its fields in outputs of their shape, and of no other', () => {
    const shapes = { '9:16': { position: 'top', scale: 0.5, width: '50vw' }, '1:1': { opacity: 0 } };
    expect(placesOf({ position: 'left', shapes })).toEqual([
      { position: 'left' },
      { position: 'top', scale: 0.5, width: 180 },
    ]);
    const square = { format: 'mp4', resolution: 'sd', aspectRatio: '1:1' };
    const odd = { format: 'mp4', size: { width: 900, height: 400 } };
    expect(placesOf({ shapes }, [square, odd])).toEqual([{ opacity: 0 }, {}]);
  });

  it('count a size as a shape if its sides are that of the shape in whole pixels', () => {
    const shapes = { '16:9': { scale: 2 } };
    const outputs = [854, 860].map((width) => ({ format: 'mp4', size: { width, height: 480 } }));
    expect(placesOf({ shapes }, outputs)).toEqual([{ scale: 2 }, { scale: 2 }]);
    expect(placesOf({ shapes }, [{ format: 'mp4', size: { width: 880, height: 480 } }])).toEqual([{}]);
  });

  it('apply to a single output and inside of groups', () => {
    const inner = {
      asset: { type: 'text', text: 'Hi' },
      start: 0,
      length: 1,
      shapes: { '9:16': { scale: 2 } },
    };
    const group = { type: 'group', tracks: [{ clips: [inner] }] };
    const { outputs: _outputs, ...edit } = editOf({ asset: group }) as { outputs?: unknown };
    const parsed = parseEdit({ ...edit, output: UPRIGHT });
    const { asset } = (parsed.ok && parsed.value.edit.timeline.tracks[0]?.clips[0]) || {};
    expect(asset?.type === 'group' && asset.tracks[0]?.clips[0]).toEqual({
      asset: inner.asset,
      start: 0,
      length: 1,
      scale: 2,
    });
  });

  it('are checked, and named where they are written', () => {
    expect(placesOf({ shapes: { '9:16': { scale: -1 }, '2:1': {} } })).toEqual([
      expect.stringMatching(/^timeline\.tracks\[0\]\.clips\[0\]\.shapes.*9:16.*scale must be/),
      expect.stringMatching(/2:1/),
    ]);
    expect(placesOf({ shapes: { '9:16': { start: 1 } } })).toEqual([expect.stringContaining('start')]);
    expect(placesOf({ shapes: { '9:16': { width: '2000vw' } } })).toEqual([
      expect.stringMatching(
        /shapes.*9:16.*width must be 3840 or less, but "2000vw" is 7200 pixels.*outputs\[1\]/,
      ),
    ]);
  });
});
