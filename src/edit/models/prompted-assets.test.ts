import { describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '../../base/is-object.ts';
import { listNeeds, listSources, MODELS, parseEdit, predictCost } from '../index.ts';
import type { Dialect } from '../dialect.ts';

const src = 'https://example.com/a.png';

function editOf(asset: object, length: unknown = 4, more: object = {}): object {
  return {
    timeline: { tracks: [{ clips: [{ asset, start: 0, length }] }] },
    output: { format: 'mp4', resolution: 'sd' },
    ...more,
  };
}

function read(asset: object, dialect: Dialect = 'interface', more: object = {}) {
  const parsed = parseEdit(editOf(asset, 4, more), { dialect, allowedSources: 'http' });
  if (!parsed.ok) return { problems: parsed.problems.map(({ message, code }) => `${code} ${message}`) };
  return {
    asset: parsed.value.edit.timeline.tracks[0]?.clips[0]?.asset,
    warnings: parsed.value.warnings,
    edit: parsed.value.edit,
  };
}

const problemsOf = (asset: object): readonly string[] | undefined =>
  read(asset).problems?.map((text) => text.replace('timeline.tracks[0].clips[0].asset.', ''));

describe('an asset with a prompt', () => {
  it.each(['image', 'video', 'audio'])('of the type %s needs no file', (type) => {
    const { asset, edit } = read({ type, prompt: 'A cat' });
    expect(asset).toMatchObject({ type, prompt: 'A cat', src: 'generated:nothing' });
    expect(edit && listSources(edit)).toEqual([]);
    expect(edit && predictCost(edit).seconds).toBeGreaterThan(0);
  });

  it('keeps its placeholder and lists it with its start image', () => {
    const options = { startSrc: 'https://example.com/start.png' };
    const { asset, edit } = read({ type: 'video', prompt: 'A cat', src, options });
    expect(asset).toMatchObject({ src });
    expect(edit && listSources(edit).map(({ url, field }) => [url, field.split('.asset.')[1]])).toEqual([
      [options.startSrc, 'options.startSrc'],
      [src, 'src'],
    ]);
  });

  it.each([
    [
      { type: 'image' },
      ['required src is required: the URL of a file, or a "prompt" in its place, which says what to make.'],
    ],
    [{ type: 'video', src: 'generated:nothing' }, [expect.stringMatching(/^wrong_form src must be a URL/)]],
    [
      { type: 'audio', prompt: 'x', voice: 'Amy', options: 5 },
      [
        expect.stringMatching(/^unknown_property voice/),
        expect.stringMatching(/^wrong_type options must be an object/),
      ],
    ],
    [
      { type: 'image', src, model: 'flux-schnell' },
      ['conflict model has an effect only beside a "prompt". Add a prompt, or remove it.'],
    ],
    [
      { type: 'image', src, options: {} },
      ['conflict options has an effect only beside a "prompt". Add a prompt, or remove it.'],
    ],
    [{ type: 'audio', prompt: ' ' }, ['out_of_range prompt must not be empty.']],
    [
      { type: 'audio', prompt: 'x'.repeat(4001) },
      ['out_of_range prompt must have at most 4000 characters, not 4001.'],
    ],
    [
      { type: 'image', prompt: 'x', model: 'flux-schnel' },
      [
        expect.stringMatching(
          /^not_allowed model must be one of "kinora-image", .*Did you mean "flux-schnell"\?$/,
        ),
      ],
    ],
    [
      { type: 'image', prompt: 'x', model: 'polly-neural' },
      [expect.stringMatching(/not "polly-neural", which makes an asset of the type "audio"\.$/)],
    ],
    [
      { type: 'image', prompt: 'x', options: { aspectRatio: '5:5', sed: 1 } },
      [
        expect.stringMatching(/^not_allowed options\.aspectRatio must be one of/),
        expect.stringMatching(/^unknown_property options\.sed .*Did you mean "seed"\?$/),
      ],
    ],
    [
      { type: 'video', prompt: 'x', model: 'seedance-2.0-text-to-video', options: { duration: 3 } },
      ['out_of_range options.duration must be 4 or more, not 3.'],
    ],
    [
      { type: 'video', prompt: 'x', model: 'kinora-camera' },
      ['required options.startSrc is required: the URL of the image that the video starts with.'],
    ],
    [
      { type: 'video', prompt: 'x', model: 'kinora-camera', options: { startSrc: 'file:///a.png' } },
      [expect.stringMatching(/^wrong_form options\.startSrc must be a URL that starts with http/)],
    ],
    [
      { type: 'audio', prompt: 'x', model: 'polly-neural' },
      ['required options.voice is required: a string.'],
    ],
    [
      { type: 'audio', prompt: 'x', options: { voice: 'Ami' } },
      [expect.stringMatching(/^not_allowed options\.voice must be one of .* not "Ami"/)],
    ],
    [
      { type: 'audio', prompt: 'x', model: 'polly-neural', options: { voice: 'Brian', newscaster: true } },
      [expect.stringMatching(/^conflict options\.newscaster can be true only/)],
    ],
    [
      {
        type: 'audio',
        prompt: 'x',
        model: 'elevenlabs-music',
        options: { forceInstrumental: true, compositionPlan: {} },
      },
      [expect.stringMatching(/^conflict options\.forceInstrumental/)],
    ],
  ])('with a fault is refused: %j', (asset, expected) => {
    expect(problemsOf(asset)).toEqual(expected);
  });

  it('can be merged, also into options that are numbers', () => {
    const merge = [
      { find: 'WHAT', replace: 'cat' },
      { find: 'SEED', replace: '7' },
      { find: 'RATIO', replace: '1:1' },
    ];
    const options = { seed: '{{ SEED }}', aspectRatio: '{{ RATIO }}' };
    const { asset } = read({ type: 'image', prompt: 'A {{ WHAT }}', options }, 'interface', { merge });
    expect(asset).toMatchObject({ prompt: 'A cat', options: { seed: 7, aspectRatio: '1:1' } });
  });

  it('takes older spellings in the dialect shotstack, with warnings', () => {
    const flat = { type: 'video', prompt: 'x', seed: src, duration: '8', model: 'fal/seedance-2.0' };
    const { asset, warnings } = read(flat, 'shotstack');
    expect(asset).toMatchObject({ model: 'kinora-video', options: { startSrc: src, duration: '8' } });
    expect(warnings?.map(({ field }) => field.split('.').at(-1))).toEqual(['duration', 'seed', 'model']);
    expect(problemsOf(flat)).toHaveLength(3);
  });

  it('takes a voice beside the prompt in both dialects', () => {
    const asset = { type: 'audio', prompt: 'Hi', voice: 'Amy' };
    for (const dialect of ['interface', 'shotstack'] as const)
      expect(read(asset, dialect)).toMatchObject({
        asset: { options: { voice: 'Amy' } },
        warnings: [{ field: 'timeline.tracks[0].clips[0].asset.voice' }],
      });
  });

  it('may have an empty address, with a warning', () => {
    expect(read({ type: 'image', prompt: 'x', src: '' })).toMatchObject({
      asset: { src: 'generated:nothing' },
      warnings: [{ field: 'timeline.tracks[0].clips[0].asset.src' }],
    });
  });

  it('can stand in a group', () => {
    const group = {
      type: 'group',
      tracks: [{ clips: [{ asset: { type: 'image', prompt: 'x' }, start: 0, length: 1 }] }],
    };
    expect(JSON.stringify(read(group).asset)).toContain('generated:nothing');
  });
});

describe('the needs of an asset with a prompt', () => {
  const needsOf = (asset: object): unknown => {
    const parsed = parseEdit(editOf(asset));
    return parsed.ok && isObject(parsed.value.edit)
      ? listNeeds(parsed.value.edit).map(({ kind, model, paths }) => [kind, model?.work, paths[0]?.at(-1)])
      : [];
  };

  it.each([
    [{ type: 'image' }, [['model', 'text-to-image', 'prompt']]],
    [{ type: 'image', model: 'fal-image' }, [['model', 'text-to-image', 'model']]],
    [{ type: 'video' }, [['model', 'text-to-video', 'prompt']]],
    [{ type: 'video', options: { startSrc: src } }, []],
    [
      { type: 'video', model: 'fal-video', options: { startSrc: src } },
      [['model', 'image-to-video', 'model']],
    ],
    [{ type: 'video', model: 'seedance-2.5-image-to-video', options: { inputSrc: src } }, []],
    [{ type: 'audio' }, []],
    [{ type: 'audio', model: 'elevenlabs-tts' }, []],
    [{ type: 'audio', model: 'elevenlabs-music' }, [['model', 'text-to-music', 'model']]],
  ])('are those of its model: %j', (asset, expected) => {
    expect(needsOf({ ...asset, prompt: 'x' })).toEqual(expected);
  });
});

describe('the models', () => {
  it('stand in docs/models.md', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/models.md'), 'utf8');
    const rows = [...page.matchAll(/^\| `([\w.-]+)` +\| `(image|video|audio)`/gm)];
    expect(rows.map(([, model, type]) => [model, type])).toEqual(
      MODELS.map(({ model, type }) => [model, type]),
    );
  });
});
