import { describe, expect, it } from 'vitest';
import {
  type Asset,
  contentFieldOf,
  type Edit,
  generatedTypeOf,
  listGeneratedAssets,
  listSources,
  nameGeneratedSource,
  providerOfAsset,
  replaceGeneratedAssets,
} from '../index.ts';

const src = 'https://example.com/a.png';

function editOf(...assets: Asset[]): Edit {
  const clips = assets.map((asset) => ({ asset, start: 0, length: 1, alias: `a${assets.indexOf(asset)}` }));
  return { timeline: { tracks: [{ clips: [] }, { clips }] }, output: { format: 'mp4' } };
}

describe('the generated assets of an edit', () => {
  it('are listed with the fields that say what to generate', () => {
    const edit = editOf(
      { type: 'image', src },
      { type: 'text-to-image', prompt: 'a cat' },
      { type: 'image-to-video', src, prompt: 'it moves' },
      { type: 'text-to-speech', text: 'Hi', voice: 'Amy' },
    );
    expect(listGeneratedAssets(edit).map(({ field, asset }) => [field, asset.type])).toEqual([
      ['timeline.tracks[1].clips[1].asset.prompt', 'text-to-image'],
      ['timeline.tracks[1].clips[2].asset.src', 'image-to-video'],
      ['timeline.tracks[1].clips[3].asset.text', 'text-to-speech'],
    ]);
  });

  it('become ordinary assets with the fields that they share', () => {
    const tweens = [{ from: 0, to: 1, start: 0, length: 1 }];
    const playback = {
      trim: 0.5,
      volume: tweens,
      speed: 1.5,
      preservePitch: true,
      cutSilence: { keep: 0.2 },
      effect: 'fadeIn',
    } as const;
    const edit = editOf(
      { type: 'text', text: 'x' },
      { type: 'text-to-image', prompt: 'a cat', width: 512, height: 256, crop: { top: 0.1 } },
      { type: 'image-to-video', src, prompt: 'it moves', aspectRatio: '1:1', speed: 2, crop: { left: 0.2 } },
      { type: 'text-to-speech', text: 'Hi', voice: 'Amy', language: 'en-GB', newscaster: true, ...playback },
      { type: 'text-to-speech', text: 'Hi', voice: 'Amy' },
    );
    const replaced = replaceGeneratedAssets(edit, ({ type }) => `generated:${type}-1`);
    expect(replaced.timeline.tracks[1]?.clips.map(({ asset }) => asset)).toEqual([
      { type: 'text', text: 'x' },
      { type: 'image', src: 'generated:text-to-image-1', crop: { top: 0.1 } },
      { type: 'video', src: 'generated:image-to-video-1', speed: 2, crop: { left: 0.2 } },
      { type: 'audio', src: 'generated:text-to-speech-1', ...playback },
      { type: 'audio', src: 'generated:text-to-speech-1' },
    ]);
    expect(replaced.timeline.tracks[1]?.clips.map(({ alias }) => alias)).toEqual(
      edit.timeline.tracks[1]?.clips.map(({ alias }) => alias),
    );
    expect(listSources(replaced).map(({ field }) => field.replace('timeline.tracks[1].', ''))).toEqual([
      'clips[1].asset.prompt',
      'clips[2].asset.src',
      'clips[3].asset.text',
      'clips[4].asset.text',
    ]);
  });

  it.each([
    ['Amy', 'shotstack'],
    ['Léa', 'shotstack'],
    ['Rachel', 'elevenlabs'],
  ])('with the voice %s come from %s', (voice, provider) => {
    expect(providerOfAsset({ type: 'text-to-speech', text: 'Hi', voice })).toBe(provider);
  });
});

describe('the source of a generated file', () => {
  it.each(['text-to-image', 'image-to-video', 'text-to-speech'] as const)('tells the type %s', (type) => {
    expect(generatedTypeOf(nameGeneratedSource(type, 12))).toBe(type);
  });

  it.each(['generated:text-1', 'generated:constructor-1', src, 'alias://generated:text-to-speech-1'])(
    'is not %s',
    (other) => {
      expect(generatedTypeOf(other)).toBeUndefined();
    },
  );

  it('stands for the field that it was generated from', () => {
    expect(contentFieldOf('text-to-speech')).toBe('text');
  });
});
