import { describe, expect, it } from 'vitest';
import { listClips, checkSupport, type Asset, type Clip, type Edit } from '../index.ts';

const src = 'https://example.com/a';
const clip: Clip = { asset: { type: 'image', src }, start: 0, length: 1 };
const tween = [{ from: 0, to: 1, start: 0, length: 1 }];

function editOf(fields: Partial<Clip>, others: Partial<Omit<Edit, 'timeline'>> = {}): Edit {
  return {
    timeline: { tracks: [{ clips: [{ ...clip, ...fields }] }] },
    output: { format: 'mp4', resolution: 'sd' },
    ...others,
  };
}

function fields(edit: Edit): string[] {
  return checkSupport(listClips(edit)).map(({ field }) => field.replace('timeline.tracks[0].clips[0].', ''));
}

describe('a supported edit', () => {
  it.each<[string, Edit]>([
    [
      'all fields outside of clips',
      {
        timeline: {
          soundtrack: { src, effect: 'fadeOut', volume: 0.5 },
          background: '#ffffff',
          fonts: [{ src }],
          tracks: [{ clips: [clip] }],
          cache: false,
        },
        output: { format: 'mp4', size: { width: 2, height: 2 }, aspectRatio: '1:1', fps: 60 },
        disk: 'mount',
      },
    ],
    [
      'the placement, times and fades of a clip',
      editOf({
        id: 'x',
        start: 'auto',
        length: 'end',
        fit: 'none',
        scale: 0.5,
        position: 'top',
        offset: { x: 1, y: -1 },
        transition: { in: 'fadeSlow', out: 'fadeFast' },
        opacity: 0.5,
        alias: 'a',
      }),
    ],
    [
      'the motion of a clip',
      editOf({
        asset: { type: 'image', src, crop: { left: 0.1 } },
        width: 10,
        height: 10,
        scale: tween,
        opacity: tween,
        offset: { x: tween, y: tween },
        transition: { in: 'zoom', out: 'shuffleTopRightSlow' },
        effect: 'zoomIn',
        transform: {
          rotate: { angle: tween },
          skew: { x: tween, y: 2 },
          flip: { horizontal: true, vertical: true },
        },
      }),
    ],
    [
      'a video',
      editOf({ asset: { type: 'video', src, trim: 1, volume: 0, transcode: true, crop: { top: 0.1 } } }),
    ],
    ['a video with fades', editOf({ asset: { type: 'video', src, volumeEffect: 'fadeInFadeOut' } })],
    ['a sound', editOf({ asset: { type: 'audio', src, trim: 1, volume: tween } })],
    ['a sound with fades', editOf({ asset: { type: 'audio', src, volume: 0, effect: 'fadeOut' } })],
    [
      'a text',
      editOf({
        asset: {
          type: 'text',
          text: 'x',
          width: 1,
          height: 1,
          font: { family: 'x', color: '#ffffff', opacity: 1, size: 1, weight: 400, lineHeight: 1 },
          background: { color: '#ffffff', opacity: 1, padding: 1, borderRadius: 1 },
          alignment: { horizontal: 'left', vertical: 'top' },
          stroke: { width: 1, color: '#000000' },
          ellipsis: '…',
        },
      }),
    ],
    ['an image to generate', editOf({ asset: { type: 'text-to-image', prompt: 'x' } })],
    ['a video to generate', editOf({ asset: { type: 'image-to-video', src } })],
    ['a speech to generate', editOf({ asset: { type: 'text-to-speech', text: 'x', voice: 'Amy' } })],
    ['a shape', editOf({ asset: { type: 'shape', shape: 'circle', circle: { radius: 1 } } })],
    ['an SVG drawing', editOf({ asset: { type: 'svg', src: '<svg/>' } })],
    [
      'a title',
      editOf({
        asset: {
          type: 'title',
          text: 'x',
          style: 'future',
          color: '#ffffff',
          size: 'large',
          background: '#80000000',
          position: 'top',
          offset: { x: 0.1, y: 0.1 },
        },
      }),
    ],
    [
      'values without an effect',
      editOf(
        {
          filter: 'blur',
          transition: { in: 'none', out: 'none' },
          transform: {},
          asset: {
            type: 'video',
            src,
            speed: 2.5,
            volumeEffect: 'none',
            crop: { top: 0, left: 0 },
            chromaKey: { color: '#00ff00' },
          },
        },
        {
          merge: [{ find: 'a', replace: 'b' }],
          instance: 'a1',
          output: {
            format: 'mp4',
            resolution: 'sd',
            scaleTo: 'hd',
            quality: 'high',
            repeat: true,
            mute: true,
            range: { start: 1 },
            destinations: [{ provider: 'shotstack' }],
          },
        },
      ),
    ],
  ])('may have %s', (_, edit) => {
    expect(checkSupport(listClips(edit))).toEqual([]);
  });
});

describe('an unsupported value', () => {
  it.each<[string, Asset]>([['background.wrap', { type: 'text', text: 'x', background: { wrap: true } }]])(
    'is the %s of this asset',
    (field, asset) => {
      expect(fields(editOf({ asset }))).toEqual([`asset.${field}`]);
    },
  );

  it('is reported with what to use instead', () => {
    const edit = editOf({ asset: { type: 'text', text: 'x', background: { wrap: true } } });
    expect(checkSupport(listClips(edit)).map(({ message }) => message)).toEqual([
      'timeline.tracks[0].clips[0].asset.background.wrap is not supported in a "text" asset. Use a "rich-text" asset instead.',
    ]);
  });

  it('is found in every clip, in order', () => {
    const asset = { type: 'text' as const, text: 'x', background: { wrap: true } };
    const clips = [clip, { ...clip, asset }];
    const edit: Edit = { ...editOf({}), timeline: { tracks: [{ clips }, { clips }] } };
    expect(checkSupport(listClips(edit)).map(({ pointer }) => pointer)).toEqual([
      '/timeline/tracks/0/clips/1/asset/background/wrap',
      '/timeline/tracks/1/clips/1/asset/background/wrap',
    ]);
  });
});
