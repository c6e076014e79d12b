import {
  array,
  assert,
  bigInt,
  constant,
  dictionary,
  double,
  oneof,
  property,
  string,
  tuple,
} from 'fast-check';
import Fraction from 'fraction.js';
import { expect, it } from 'vitest';
import { clip, editOf, mediaOf, text, track, videoTrack } from '../resolve/edit.fixture.ts';
import { resolve } from '../resolve/resolve.ts';
import { type LayeredTimeline, readTimeline, writeTimeline } from './layered-timeline.ts';
import { sceneAt } from './scene.ts';

/** Sends a timeline to a page. */
function send(layered: LayeredTimeline): LayeredTimeline {
  return readTimeline(JSON.parse(JSON.stringify(writeTimeline(layered))));
}

function layer(timeline: LayeredTimeline['timeline']): LayeredTimeline {
  return { timeline, looks: {}, sound: { gain: 1, ceiling: -1, ducks: {} }, engine: [] };
}

it('keeps every scene of a timeline', () => {
  const media = mediaOf({
    video: { kind: 'av', video: videoTrack(10), audio: track(10) },
    gif: { kind: 'animation', video: videoTrack(1), playCount: Infinity },
  });
  const inside = [{ clips: [clip({ asset: text(), effect: 'zoomIn', length: 3 })] }];
  const edit = editOf([
    [clip({ asset: { type: 'video', src: 'video', trim: 0.1, speed: 1.3 }, length: 3 })],
    [clip({ asset: { type: 'image', src: 'gif' }, transition: { in: 'wipeLeft' }, length: 3 })],
    [
      clip({
        asset: { type: 'group', tracks: inside },
        scale: [{ from: 0.3, to: 1, start: 0.3, length: 1.1 }],
      }),
    ],
    [clip()],
  ]);
  const timeline = resolve(edit, media, 'interface');
  const sent = send(layer(timeline));
  expect(sent).toEqual(layer(timeline));
  for (const frame of [0, 7, 24, 31]) expect(sceneAt(sent.timeline, frame)).toEqual(sceneAt(timeline, frame));
});

it('keeps all exact numbers, texts and lists at every depth', () => {
  const ratio = tuple(bigInt(-(10n ** 20n), 10n ** 20n), bigInt(1n, 10n ** 20n)).map(
    ([numerator, denominator]) => new Fraction(numerator, denominator),
  );
  const number = double({ noNaN: true, noDefaultInfinity: true }).map((each) => each + 0);
  const leaf = oneof(ratio, number, string(), constant(true), constant(Infinity));
  const value = dictionary(
    string({ minLength: 1 }).filter((name) => name !== '__proto__'),
    oneof(leaf, array(leaf)),
  );
  assert(
    property(value, (given) => {
      // The cast is safe: the conversion looks at values only.
      expect({ ...send(given as unknown as LayeredTimeline) }).toEqual({ ...given });
    }),
  );
});
