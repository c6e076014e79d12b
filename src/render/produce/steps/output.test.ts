import { expect, it } from 'vitest';
import type { Output } from '../../../edit/model.ts';
import { audioTimeline } from '../../mix/test-tones.fixture.ts';
import { needsSound } from './output.ts';

it.each<[string, Partial<Output>, boolean]>([
  ['a video without sound gets no sound track', { format: 'mp4' }, false],
  ['a video without sound gets one if the edit asks for it', { format: 'mp4', audio: 'always' }, true],
  ['a gif gets none', { format: 'gif', audio: 'always' }, false],
  ['a sound is one', { format: 'mp3' }, true],
])('%s', (_, output, expected) => {
  expect(needsSound(audioTimeline([], 1), { format: 'mp4', ...output })).toBe(expected);
});
