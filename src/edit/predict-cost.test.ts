import { describe, expect, it } from 'vitest';
import type { Clip } from './schema/clip.ts';
import type { Edit } from './schema/edit.ts';
import type { Output } from './schema/output.ts';
import { predictCost } from './predict-cost.ts';

const VIDEO = { type: 'video', src: 'https://example.com/a.mp4' } as const;
const SOUND = { type: 'audio', src: 'https://example.com/a.mp3' } as const;
const IMAGE = { type: 'image', src: 'https://example.com/a.jpg' } as const;

function predict(clips: readonly Clip[], output: Partial<Output> = {}, more: Partial<Edit> = {}) {
  const edit = { timeline: { tracks: [{ clips: [...clips] }] }, ...more };
  return predictCost({ ...edit, output: { format: 'mp4', resolution: 'hd', ...output } });
}

const video = (length: Clip['length'] = 10): Clip => ({ asset: VIDEO, start: 0, length });

const group = (given: Partial<Clip> = {}): Clip => ({
  asset: { type: 'group', tracks: [{ clips: [video()] }] },
  start: 0,
  length: 'auto',
  ...given,
});

const page = (type: 'html' | 'html5'): Clip => ({ asset: { type, html: '<p>A</p>' }, start: 0, length: 10 });

describe('the prediction', () => {
  // CPU seconds divided by two, MB of the child's peak, measured on two cores.
  it.each<[string, readonly Clip[], Partial<Output>, number, number]>([
    ['a text in 720p', [{ asset: { type: 'text', text: 'Hi' }, start: 0, length: 6 }], {}, 0.9, 243],
    ['4.4 s of video in 1080p', [video(4.4)], { resolution: '1080' }, 4.2, 435],
    ['3 s of video in 4K', [video(3)], { resolution: '4k' }, 9.4, 1073],
    ['4 s of a gif', [video(4)], { format: 'gif', resolution: 'mobile', fps: 15 }, 2.4, 201],
    ['a png', [video(4)], { format: 'png', resolution: '1080' }, 0.6, 191],
    ['a jpg in 4K', [{ asset: IMAGE, start: 0, length: 4 }], { format: 'jpg', resolution: '4k' }, 0.8, 277],
    ['4 s of mp3', [video(4.4)], { format: 'mp3' }, 0.7, 161],
  ])('of %s is right within a factor of 3', (_, clips, output, seconds, megabytes) => {
    const cost = predict(clips, output);
    expect(cost.seconds / seconds).toBeGreaterThan(1 / 3);
    expect(cost.seconds / seconds).toBeLessThan(3);
    expect(cost.memoryBytes / 2 ** 20 / megabytes).toBeGreaterThan(0.7);
    expect(cost.memoryBytes / 2 ** 20 / megabytes).toBeLessThan(1.5);
  });

  it.each<[string, ReturnType<typeof predict>, ReturnType<typeof predict>]>([
    ['length', predict([video(10)]), predict([video(20)])],
    ['size', predict([video()]), predict([video()], { resolution: '1080' })],
    ['frame rate', predict([video()]), predict([video()], { fps: 50 })],
    ['quality', predict([video()]), predict([video()], { quality: 'veryhigh' })],
    ['loudness', predict([video()]), predict([video()], { loudness: -14 })],
    [
      'voices to go down under',
      predict([video(), { asset: SOUND, start: 0, length: 9 }]),
      predict([video(), { asset: { ...SOUND, duck: {} }, start: 0, length: 9 }]),
    ],
    ['filters', predict([video()]), predict([{ ...video(), filters: [{ type: 'blur', radius: 9 }] }])],
    [
      'filters of a clip',
      predict([video()]),
      predict([{ ...video(), asset: { ...VIDEO, sound: [{ type: 'pitch', semitones: 3 }] } }]),
    ],
    [
      'filters of the mix',
      predict([video()]),
      predict([], {}, { timeline: { tracks: [{ clips: [video()] }], sound: [{ type: 'podcast' }] } }),
    ],
    ['layers', predict([video()]), predict([video(), video()])],
    ['groups that move', predict([group()]), predict([group({ scale: 0.5 })])],
    ['range', predict([video()], { range: { length: 2 } }), predict([video()])],
    [
      'motion',
      predict([{ asset: IMAGE, start: 0, length: 9 }]),
      predict([{ asset: IMAGE, start: 0, length: 9, effect: 'zoomIn' }]),
    ],
    ['motion of a page', predict([page('html')]), predict([page('html5')])],
    ['length of a moving page', predict([page('html5')]), predict([{ ...page('html5'), length: 20 }])],
    ['size of a moving page', predict([{ ...page('html5'), width: 99 }]), predict([page('html5')])],
  ])('grows with the %s', (_, less, more) => {
    expect(more.seconds).toBeGreaterThan(less.seconds);
    expect(more.diskBytes).toBeGreaterThanOrEqual(less.diskBytes);
    expect(more.memoryBytes).toBeGreaterThanOrEqual(less.memoryBytes);
  });

  it('counts the filming of a moving page frame by frame', () => {
    const still = predict([page('html')], { resolution: '1080' });
    const moving = predict([page('html5')], { resolution: '1080' });
    expect((moving.seconds - still.seconds) / 250).toBeGreaterThan(0.1);
    expect((moving.seconds - still.seconds) / 250).toBeLessThan(0.2);
  });

  it('tells short renders from long ones', () => {
    expect(predict([video(10)]).seconds).toBeLessThan(30);
    expect(predict([video(600)]).seconds).toBeGreaterThan(60);
  });

  it('counts the wait for services', () => {
    const asset = { type: 'image-to-video', src: IMAGE.src, prompt: 'Waves' } as const;
    expect(predict([{ asset, start: 0, length: 5 }]).seconds).toBeGreaterThan(30);
  });

  it('guesses lengths that only the media tell', () => {
    const { seconds } = predict([video('auto')]);
    expect(seconds).toBeGreaterThan(predict([video(5)]).seconds);
    expect(seconds).toBeLessThan(predict([video(60)]).seconds);
    expect(predict([video('auto'), { asset: IMAGE, start: 'auto', length: 'auto' }]).seconds).toBeGreaterThan(
      seconds,
    );
  });

  it('follows aliases and "end"', () => {
    const clips: Clip[] = [
      { asset: IMAGE, start: 'alias://main', length: 'end', effect: 'zoomIn' },
      { ...video(20), alias: 'main' },
      { asset: VIDEO, start: 0, length: 'alias://main' },
    ];
    const numbers: Clip[] = [{ asset: IMAGE, start: 0, length: 20, effect: 'zoomIn' }, video(20), video(20)];
    expect(predict(clips)).toEqual(predict(numbers));
  });

  it('needs much disk for long, large and good outputs', () => {
    const long = predict([video(12 * 3600)], { resolution: '4k', fps: 60, quality: 'veryhigh' });
    expect(long.diskBytes).toBeGreaterThan(500e9);
    expect(predict([video(10)]).diskBytes).toBeLessThan(100e6);
  });

  it('handles an edit with thousands of clips', () => {
    const clips = Array.from({ length: 5_000 }, (_, i): Clip => {
      // Exact quotients by these speeds have a common denominator of thousands of digits.
      const asset = { ...SOUND, speed: 1 + i / 1e7 };
      return { asset: i % 2 === 0 ? IMAGE : asset, start: 'auto', length: 'auto' };
    });
    expect(predict(clips).outputSeconds).toBeCloseTo(2_500 * (3 + 15), -2);
  });
});
