import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { Source } from '../../edit/index.ts';
import { failureOf } from '../../base/failure-of.fixture.ts';
import { writeImage, writeSound, writeVideo } from './files.fixture.ts';
import { measureSources } from './measure-sources.ts';
import { probeSources } from './probe-sources.ts';

const FILES: Record<string, string> = {};

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-probe-sources-'));
  FILES['folder'] = folder;
  for (const name of ['image.png', 'silent.mp4', 'loud.mp4', 'sound.wav', 'page.html'])
    FILES[urlOf(name)] = join(folder, name);
  await writeImage(FILES[urlOf('image.png')]!);
  await writeVideo(FILES[urlOf('silent.mp4')]!);
  await writeVideo(FILES[urlOf('loud.mp4')]!, 1);
  await writeSound(FILES[urlOf('sound.wav')]!);
  await writeFile(FILES[urlOf('page.html')]!, '<p>Not found</p>');
});
afterAll(async () => {
  await rm(FILES['folder']!, { recursive: true });
});

function urlOf(name: string): string {
  return `https://user:secret@example.com/${name}?token=secret`;
}

function source(name: string, kind: Source['kind'], field = 'timeline.tracks[0].clips[0].asset.src'): Source {
  return { url: urlOf(name), path: [], field, kind };
}

describe('an asset accepts', () => {
  it.each<[Source['kind'], string]>([
    ['video', 'silent.mp4'],
    ['video', 'loud.mp4'],
    ['image', 'image.png'],
    ['audio', 'sound.wav'],
    ['audio', 'loud.mp4'],
    ['soundtrack', 'sound.wav'],
    ['soundtrack', 'loud.mp4'],
  ])('as %s: %s', async (kind, name) => {
    const media = await probeSources([source(name, kind)], FILES);
    expect([...media.keys()]).toEqual([urlOf(name)]);
  });
});

const FIELD = 'timeline.tracks[0].clips[0].asset.src';

describe('an asset rejects, without revealing secrets,', () => {
  it.each<[Source['kind'], string, string]>([
    ['video', 'image.png', 'is an image, but the asset needs a video'],
    ['video', 'sound.wav', 'is audio only, but the asset needs a video'],
    ['image', 'silent.mp4', 'is a video, but the asset needs an image'],
    ['image', 'sound.wav', 'is an audio file, but the asset needs an image'],
    ['audio', 'image.png', 'is an image, but the asset needs an audio file'],
    ['audio', 'silent.mp4', 'is a video without sound, but the asset needs an audio file'],
    ['soundtrack', 'image.png', 'is an image, but the asset needs an audio file'],
    ['soundtrack', 'silent.mp4', 'is a video without sound, but the asset needs an audio file'],
    ['video', 'page.html', 'is not a media file: its content is an HTML page'],
  ])('as %s: %s', async (kind, name, reason) => {
    expect(await failureOf(probeSources([source(name, kind)], FILES))).toBe(
      `asset_not_media: ${FIELD}: https://example.com/${name} ${reason}.`,
    );
  });
});

test('a file that is used twice is probed once and checked for each use', async () => {
  const both = [source('loud.mp4', 'video'), source('loud.mp4', 'audio')];
  expect((await probeSources(both, FILES)).size).toBe(1);
  const wrong = [
    source('silent.mp4', 'video'),
    source('silent.mp4', 'soundtrack', 'timeline.soundtrack.src'),
  ];
  expect(await failureOf(probeSources(wrong, FILES))).toBe(
    'asset_not_media: timeline.soundtrack.src: https://example.com/silent.mp4 is a video without sound, but the asset needs an audio file.',
  );
});

test('the first of several wrong files is reported, even if others fail sooner', async () => {
  const wrong = [
    source('loud.mp4', 'video'),
    source('silent.mp4', 'soundtrack', 'timeline.soundtrack.src'),
    source('page.html', 'video'),
    source('nowhere.mp4', 'video'),
  ];
  expect(await failureOf(probeSources(wrong, FILES))).toMatch(
    /^asset_not_media: timeline\.soundtrack\.src: /,
  );
});

it('reads a file of text in the encoding that a source says', async () => {
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>\xcf</text></svg>';
  const subtitles = '1\n00:00:00,000 --> 00:00:01,000\n\xcf';
  const read = async (text: string, kind: Source['kind']) => {
    const path = join(FILES['folder']!, kind);
    await writeFile(path, text, 'latin1');
    const sources = [source(kind, kind), { ...source(kind, kind), encoding: 'koi8-r' }];
    const media = await probeSources(sources, { [urlOf(kind)]: path });
    const measured = await measureSources({ [kind]: path }, new Map([[kind, 'koi8-r']]));
    return [media.get(urlOf(kind)), measured[kind]];
  };
  const [vector, measuredVector] = await read(drawing, 'image');
  expect(vector).toMatchObject({ markup: drawing.replace('\xcf', 'о') });
  const [captions, measuredCaptions] = await read(subtitles, 'caption');
  expect(captions).toMatchObject({ cues: [{ text: 'о' }] });
  for (const found of [vector, measuredVector, captions, measuredCaptions])
    expect(found).not.toHaveProperty('notes');
});
