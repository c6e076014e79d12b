import { describe, expect, it } from 'vitest';
import { listGeneratedAssets } from '../generated/generated-assets.ts';
import { nameRenderFiles } from '../output/render-files.ts';
import type { Clip } from '../schema/clip.ts';
import { Edit } from '../schema/edit.ts';
import { listSources } from '../sources/sources.ts';
import { listSpeechSources } from '../sources/speech-sources.ts';
import { packEdit, unpackEdit } from './packed-edit.ts';
import { toParsedEdit } from './parsed-edit.ts';

const tweens = Array.from({ length: 1000 }, (_, start) => ({ from: 0, to: start, start, length: 1 }));
const clipWith = (asset: Clip['asset'], more: Partial<Clip> = {}): Clip => ({
  asset,
  start: 'auto',
  length: 5,
  opacity: tweens,
  offset: { x: tweens },
  transform: { rotate: { angle: tweens }, skew: { x: tweens } },
  ...more,
});

const EDIT: Edit = {
  timeline: {
    soundtrack: { src: 'https://a.example/a.mp3', volume: 0.5 },
    fonts: [{ src: 'https://a.example/a.ttf' }],
    cache: false,
    tracks: [
      {
        clips: [
          clipWith({ type: 'video', src: 'https://a.example/a.mp4', volume: tweens }, { alias: 'a' }),
          clipWith({ type: 'text', text: 'long '.repeat(1000) }),
          clipWith({ type: 'caption', src: 'alias://a' }),
          clipWith({ type: 'html', html: '<p>a</p>' }, { scale: tweens, effect: 'zoomIn' }),
        ],
      },
      {
        clips: [
          clipWith({ type: 'text-to-speech', text: 'Hello', voice: 'Matthew', volume: tweens }),
          clipWith({ type: 'text-to-image', prompt: 'A cat' }),
          clipWith({ type: 'image', src: 'https://a.example/a.png' }, { length: 'end' }),
        ],
      },
    ],
  },
  output: { format: 'mp4', resolution: 'sd', poster: { capture: 1 } },
  callback: 'https://a.example/',
  instance: 'a1',
};
const packed = packEdit({ ...toParsedEdit(EDIT), dialect: 'shotstack' });

describe('a packed edit', () => {
  it('is the whole edit again when it is unpacked', () => {
    expect(unpackEdit(packed)).toEqual(EDIT);
    expect(packed).toMatchObject({ dialect: 'shotstack', warnings: [] });
  });

  it('has an outline with the same clips, files, generated assets and outputs', () => {
    const { outline } = packed;
    expect(Edit.safeParse(outline).success).toBe(true);
    expect(listSources(outline)).toEqual(listSources(EDIT));
    const urlsOf = (edit: Edit) => listSpeechSources(edit).map(({ src, field, url }) => [src, field, url]);
    expect(urlsOf(outline)).toEqual(urlsOf(EDIT));
    const generated = (edit: Edit) => listGeneratedAssets(edit).map(({ field }) => field);
    expect(generated(outline)).toEqual(generated(EDIT));
    expect(nameRenderFiles(outline.output, 'a')).toEqual(nameRenderFiles(EDIT.output, 'a'));
    expect(outline).toMatchObject({ callback: EDIT.callback, instance: 'a1', timeline: { cache: false } });
    const times = ({ timeline }: Edit) =>
      timeline.tracks.map(({ clips }) => clips.map(({ start, length, alias }) => [start, length, alias]));
    expect(times(outline)).toEqual(times(EDIT));
  });

  it('has an outline without tweens and texts, whose pages keep their size', () => {
    const page = packed.outline.timeline.tracks[0]?.clips[3];
    expect(page).toMatchObject({ asset: { html: '<p>a</p>' }, scale: 999, effect: 'zoomIn' });
    expect(JSON.stringify(packed.outline).length).toBeLessThan(2000);
    expect(packed.bytes.length).toBeGreaterThan(500_000);
  });
});
