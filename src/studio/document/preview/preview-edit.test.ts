import { expect, it } from 'vitest';
import { parseEdit } from '../../../edit/index.ts';
import { createPreviewEdit } from './preview-edit.ts';

const clips = [{ asset: { type: 'text', text: 'a' }, start: 0, length: 4 }];
const outputs = ['16:9', '9:16'].map((aspectRatio) => ({
  format: 'webm',
  resolution: 'hd',
  aspectRatio,
  destinations: [{ provider: 'kinora' }],
}));
const EDIT = { timeline: { tracks: [{ clips }] }, outputs };
const RANGE = { start: 1, length: 2 };

it('a preview is a small video of the part, which is sent nowhere', () => {
  const preview = createPreviewEdit(EDIT, RANGE, 0, 'small');
  expect(preview).toEqual({
    timeline: EDIT.timeline,
    output: {
      format: 'mp4',
      quality: 'low',
      range: RANGE,
      resolution: 'hd',
      scaleTo: 'preview',
      aspectRatio: '16:9',
    },
  });
  expect(parseEdit(preview).ok).toBe(true);
});

it('a preview of another output comes last, after a still of the first one', () => {
  const preview = createPreviewEdit(EDIT, RANGE, 1, 'full');
  expect(preview['outputs']).toMatchObject([
    { format: 'jpg', aspectRatio: '16:9', range: { start: 1 } },
    { format: 'mp4', aspectRatio: '9:16', range: RANGE },
  ]);
  expect(parseEdit(preview).ok).toBe(true);
});
