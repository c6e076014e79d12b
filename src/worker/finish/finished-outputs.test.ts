import { expect, it } from 'vitest';
import { parseEdit } from '../../edit/index.ts';
import type { EditResult } from '../../render/renderer.ts';
import { describeFinished, type FinishedOutputs } from './finished-outputs.ts';

const timeline = { tracks: [{ clips: [{ asset: { type: 'text', text: 'A' }, start: 0, length: 1 }] }] };
const mp4 = { format: 'mp4', resolution: 'sd' };
const gif = { ...mp4, format: 'gif' };

function describeRender(outputs: object, summary: EditResult): FinishedOutputs {
  const parsed = parseEdit({ timeline, ...outputs });
  if (!parsed.ok) throw new Error('The edit of this test is not valid.');
  return describeFinished(parsed.value.edit, summary);
}

it('adds up the segments of all outputs, and does not tell those of each', () => {
  const others = [{ duration: 2 }, { duration: 3, segments: { reused: 1, made: 0 } }];
  const summary = { duration: 1, segments: { reused: 4, made: 2 }, others, warnings: [] };
  const finished = describeRender({ outputs: [mp4, gif, mp4] }, summary);
  expect(finished.segments).toEqual({ reused: 5, made: 2 });
  expect(finished.outputs?.[2]).toEqual({ format: 'mp4', duration: 3 });
});

it('tells nothing about the segments of files without any', () => {
  const finished = describeRender({ output: gif }, { duration: 1, warnings: [] });
  expect(finished).not.toHaveProperty('segments');
});
