import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createFakeMedia,
  type FakeMedia,
  type FakeMediaOptions,
} from '../../../test/media/generated-media.ts';
import { KinoraError } from '../../base/errors.ts';
import { failureOf } from '../../base/failure-of.fixture.ts';
import type { GenerationRequest } from '../../create/model.ts';
import type { Asset, Edit } from '../../edit/index.ts';
import { findGenerated, type FoundGeneration, generateAssets, type Generation } from './generate-assets.ts';

const src = 'https://example.com/a.png';
const speech = { type: 'text-to-speech', text: 'Hello you', voice: 'Amy' } as const;
const image = { type: 'text-to-image', prompt: 'a cat' } as const;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-generate-'));
});
afterEach(() => rm(folder, { recursive: true }));

function editOf(...assets: Asset[]): Edit {
  const clips = assets.map((asset, start) => ({ asset, start, length: 1, alias: `a${start}` }));
  return { timeline: { tracks: [{ clips }] }, output: { format: 'mp4' } };
}

const optionsFor = (generated: FakeMedia | undefined, signal = new AbortController().signal) => ({
  generated,
  folder,
  signal,
  owner: 'me',
  cache: true,
  viewport: { width: 32, height: 18 },
});

function generate(edit: Edit, generated: FakeMedia): Promise<Generation> {
  return generateAssets(edit, optionsFor(generated));
}

function find(edit: Edit, generated: FakeMedia | undefined): Promise<FoundGeneration> {
  return findGenerated(edit, optionsFor(generated));
}

describe('generating the assets of an edit', () => {
  it('asks for the files in the words of the Create API', async () => {
    const generated = createFakeMedia();
    await generate(
      editOf(
        image,
        { ...image, width: 5 },
        { type: 'image-to-video', src, prompt: 'it moves', aspectRatio: '1:1', speed: 2 },
        { ...speech, language: 'en-US', newscaster: true, trim: 1, volume: 0.5 },
        { ...speech, voice: 'Sam', language: 'en-US', newscaster: false },
      ),
      generated,
    );
    // Several are asked for at the same time.
    const expected: readonly GenerationRequest[] = [
      { provider: 'shotstack', options: { ...image, width: 32, height: 18 } },
      { provider: 'shotstack', options: { ...image, width: 5, height: 18 } },
      {
        provider: 'shotstack',
        options: { type: 'image-to-video', imageUrl: src, prompt: 'it moves', aspectRatio: '1:1' },
      },
      { provider: 'shotstack', options: { ...speech, language: 'en-US', newscaster: true } },
      { provider: 'elevenlabs', options: { ...speech, voice: 'Sam' } },
    ];
    expect(new Set(generated.requests)).toEqual(new Set(expected));
  });

  it('asks the models of assets with a prompt, with the length of their clips', async () => {
    const generated = createFakeMedia();
    const prompted = { src: 'generated:nothing', prompt: 'a cat' };
    const { edit } = await generate(
      editOf(
        { type: 'image', ...prompted, crop: { top: 0.1 } },
        { type: 'audio', ...prompted, src, options: { voice: 'Amy' }, volume: 0.5 },
        { type: 'video', ...prompted, model: 'kinora-video', chromaKey: { color: '#00ff00' } },
        { type: 'caption', src: 'alias://a1' },
      ),
      generated,
    );
    expect(new Set(generated.requests)).toEqual(
      new Set([
        {
          provider: 'kinora',
          model: 'kinora-image',
          options: { type: 'text-to-image', prompt: 'a cat', width: 32, height: 18 },
        },
        {
          provider: 'kinora',
          model: 'kinora-speech',
          options: { type: 'text-to-speech', text: 'a cat', voice: 'Amy' },
        },
        {
          provider: 'kinora',
          model: 'kinora-video',
          options: { type: 'text-to-video', prompt: 'a cat', seconds: 1, aspectRatio: '16:9' },
        },
      ]),
    );
    expect(edit.timeline.tracks[0]?.clips.map(({ asset }) => asset)).toEqual([
      { type: 'image', src: 'generated:image-1', crop: { top: 0.1 } },
      { type: 'audio', src: 'generated:audio-2', volume: 0.5 },
      { type: 'video', src: 'generated:video-3', chromaKey: { color: '#00ff00' } },
      { type: 'caption', src: 'alias://a1' },
    ]);
  });

  it('tells who would make a file that is not made yet', async () => {
    const generated = { ...createFakeMedia(), foretell: () => Promise.resolve('Amy would speak.') };
    const { warnings } = await find(
      editOf({ type: 'audio', src: 'generated:nothing', prompt: 'Hi' }),
      generated,
    );
    expect(warnings).toEqual([
      { field: 'timeline.tracks[0].clips[0].asset.prompt', text: 'Amy would speak.' },
    ]);
  });

  it('shows the placeholders of files that are not made yet', async () => {
    const edit = editOf(
      { type: 'image', src, prompt: 'a cat' },
      { type: 'image', src: 'generated:nothing', prompt: 'a cat' },
      { type: 'video', src, prompt: 'a dog' },
    );
    const found = await find(edit, createFakeMedia());
    expect(found.replacements).toEqual([src, 'generated:image-1', src]);
    expect(found.missing.map((file) => file.src)).toEqual(['generated:image-1']);
    const sources = found.edit.timeline.tracks[0]?.clips.map(({ asset }) =>
      'src' in asset ? asset.src : '',
    );
    expect(sources).toEqual(found.replacements);
  });

  it('asks once for equal files, whatever is done with them', async () => {
    const generated = createFakeMedia();
    const assets: Asset[] = [
      speech,
      { ...speech, trim: 0.1, newscaster: false },
      { ...speech, text: 'Bye' },
      image,
    ];
    const { edit, files } = await generate(editOf(...assets), generated);
    expect(generated.requests).toHaveLength(3);
    const sources = edit.timeline.tracks[0]?.clips.map(({ asset }) => ('src' in asset ? asset.src : ''));
    expect(sources).toEqual([
      'generated:text-to-speech-1',
      'generated:text-to-speech-1',
      'generated:text-to-speech-2',
      'generated:text-to-image-3',
    ]);
    expect(Object.keys(files)).toEqual([...new Set(sources)]);
    expect(new Set(Object.values(files)).size).toBe(3);
  });

  it('tells the words of the speeches that captions follow', async () => {
    const captions = [0, 1].map((number) => ({ type: 'caption', src: `alias://a${number}` }) as const);
    const edit = editOf(speech, { type: 'audio', src }, ...captions);
    const { words } = await generate(edit, createFakeMedia());
    expect(words).toEqual({
      'alias://a0': [
        { text: 'Hello', from: 0.2, to: 0.45 },
        { text: 'you', from: 0.6, to: 0.85 },
      ],
    });
    expect((await generate(edit, createFakeMedia({ knowsWords: false }))).words).toEqual({});
  });

  it('warns of what the makers say, and of placeholders', async () => {
    const edit = editOf({ ...speech, text: 'Hello {{ NAME }}' }, { ...image, prompt: 'a {{ PET }}' });
    const { warnings } = await generate(edit, createFakeMedia({ warnings: ['Something is odd.'] }));
    expect(warnings.map(({ text }) => text)).toEqual([
      'The voice speaks the placeholder {{ NAME }}, which has no value in "merge".',
      'The prompt has the placeholder {{ PET }}, which has no value in "merge".',
      'Something is odd.',
      'Something is odd.',
    ]);
  });

  it('fails with the field of the first failure, and cancels the others', async () => {
    const ended: string[] = [];
    const beforeMaking: FakeMediaOptions['beforeMaking'] = async ({ options }, { signal }) => {
      if (options.type === 'text-to-image') throw new KinoraError('provider_quota', 'no credit is left.');
      if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
      ended.push(options.type);
    };
    const texts = Array.from({ length: 20 }, (_, index) => ({ ...speech, text: `Text ${index}` }));
    const generated = createFakeMedia({ beforeMaking });
    expect(await failureOf(generate(editOf(speech, image, ...texts), generated))).toBe(
      'provider_quota: timeline.tracks[0].clips[1].asset.prompt: no credit is left.',
    );
    // Only a few are asked for at the same time.
    expect(generated.requests.length).toBeLessThan(6);
    expect(ended).toHaveLength(generated.requests.length - 1);
  });

  it('ends when it is cancelled', async () => {
    const generated = createFakeMedia();
    const options = optionsFor(generated, AbortSignal.abort());
    expect(await failureOf(generateAssets(editOf(speech), options))).toMatch(/^cancelled: /);
    expect(generated.requests).toEqual([]);
  });
});

describe('finding the generated files of an edit', () => {
  it('generates nothing, and says what is missing', async () => {
    const generated = createFakeMedia();
    await generate(editOf(speech), generated);
    const { edit, files, missing } = await find(editOf(image, speech), generated);
    expect(generated.requests).toHaveLength(1);
    expect(Object.keys(files)).toEqual(['generated:text-to-speech-2']);
    expect(missing.map(({ src, field, reason }) => [src, field, reason.code])).toEqual([
      ['generated:text-to-image-1', 'timeline.tracks[0].clips[0].asset.prompt', 'not_generated'],
    ]);
    expect(edit.timeline.tracks[0]?.clips.map(({ asset }) => asset.type)).toEqual(['image', 'audio']);
  });

  it('is limited to some files', async () => {
    const generated = createFakeMedia();
    const { missing } = await findGenerated(editOf(image, speech), optionsFor(generated), 1);
    expect([missing.length, generated.searches()]).toEqual([1, 1]);
  });

  it('keeps the reason why a file cannot be looked for', async () => {
    const generated = createFakeMedia();
    generated.find = () => Promise.reject(new KinoraError('asset_not_found', 'It was not found.'));
    const { missing } = await find(editOf({ type: 'image-to-video', src }), generated);
    expect(missing.map(({ reason }) => reason.message)).toEqual(['It was not found.']);
  });

  it('finds nothing where nothing can be generated', async () => {
    const { files, missing } = await find(editOf(speech), undefined);
    expect([files, missing.length]).toEqual([{}, 1]);
    expect((await readdir(folder)).length).toBeLessThan(2);
  });
});
