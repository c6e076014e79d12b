import { describe, expect, it } from 'vitest';
import { readCameraWords } from './read-camera-words.ts';

describe('the words of a prompt', () => {
  it.each([
    ['zoom', { zoom: 1 }],
    ['Slowly zooming in on the face', { zoom: 1 }],
    ['Zoom out', { zoom: -1 }],
    ['push-in', { zoom: 1 }],
    ['The camera pulls back from the lake.', { zoom: -1 }],
    ['push the camera slowly in', { zoom: 1 }],
    ['dolly forward', { zoom: 1 }],
    ['the camera moves closer', { zoom: 1 }],
    ['pan', { pan: 1 }],
    ['pan very slowly to the left', { pan: -1 }],
    ['pan from left to right', { pan: 1 }],
    ['the camera glides rightwards', { pan: 1 }],
    ['the camera slowly moves left', { pan: -1 }],
    ['camera turns left', { pan: -1 }],
    ['zoom into the back yard', { zoom: 1 }],
    ['camera moving up', { tilt: 1 }],
    ['Tilt up', { tilt: 1 }],
    ['pan down', { tilt: -1 }],
    ['camera moves to the bottom', { tilt: -1 }],
    ['rotate', { roll: 1 }],
    ['rotating counter-clockwise', { roll: -1 }],
    ['camera rolls left', { roll: -1 }],
    ['zoom out and pan left, then tilt down', { zoom: -1, pan: -1, tilt: -1 }],
    ['zoom in, then zoom out', { zoom: 1 }],
    ['don’t zoom in but pan right', { pan: 1 }],
    ['Pan left, no zoom', { pan: -1 }],
  ])('"%s" name the move %o', (prompt, wanted) => {
    expect(readCameraWords(prompt).wanted).toEqual(wanted);
  });

  it.each([
    '',
    'A panda rolls down a hill',
    'a man pushes a cart into the rolling sea',
    'a crane pulls a boat out of the water',
    'children move left on a slide',
    'turn the lights on',
    'wait until the sun goes down',
  ])('"%s" name no move', (prompt) => {
    expect(readCameraWords(prompt)).toEqual({ wanted: {}, forbidden: new Set() });
  });

  it.each([
    ['do not zoom', ['zoom']],
    ["Don't zoom or rotate", ['zoom', 'roll']],
    ['without panning', ['pan', 'tilt']],
    ['No camera movement', ['zoom', 'pan', 'tilt', 'roll']],
    ['a locked-off shot of a street', ['zoom', 'pan', 'tilt', 'roll']],
  ])('"%s" forbid %j', (prompt, forbidden) => {
    expect(readCameraWords(prompt)).toEqual({ wanted: {}, forbidden: new Set(forbidden) });
  });
});
