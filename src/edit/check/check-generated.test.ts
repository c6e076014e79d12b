import { describe, expect, it, test } from 'vitest';
import { type Asset, MAX_SPEECH_CHARACTERS, parseEdit } from '../index.ts';

const speech = { type: 'text-to-speech', text: 'Hello', voice: 'Amy' };

/** Returns the problems of an edit with one asset: field, code and message. */
function problemsOf(asset: object): { field: string; code: string; message: string }[] {
  const clips = [{ asset, start: 0, length: 1 }];
  const parsed = parseEdit(
    { timeline: { tracks: [{ clips }] }, output: { format: 'mp4', resolution: 'sd' } },
    { allowedSources: 'http' },
  );
  return parsed.ok
    ? []
    : parsed.problems.map(({ field, code, message }) => ({
        field: field.replace('timeline.tracks[0].clips[0].asset.', ''),
        code,
        message,
      }));
}

describe('an edit with generated assets', () => {
  it.each<[string, object]>([
    ['an image of any size', { type: 'text-to-image', prompt: 'a cat', width: 512, height: 1, crop: {} }],
    ['a video', { type: 'image-to-video', src: 'https://example.com/a.png', aspectRatio: '21:9', speed: 0 }],
    ['a speech', speech],
    ['a voice without its accent', { ...speech, voice: 'Lea', language: 'fr-FR' }],
    ['a voice of ElevenLabs', { ...speech, voice: 'Rachel' }],
    ['a newscaster', { ...speech, newscaster: true }],
    ['as many emoji as characters', { ...speech, text: '😀'.repeat(MAX_SPEECH_CHARACTERS) }],
  ])('is accepted with %s', (_, asset) => {
    expect(problemsOf(asset)).toEqual([]);
  });

  it.each<[string, object, string, string]>([
    ['an unknown voice', { ...speech, voice: 'Nobody' }, 'voice', 'not_allowed'],
    ['an unknown language', { ...speech, language: 'xx-XX' }, 'language', 'not_allowed'],
    [
      'a newscaster who is none',
      { ...speech, voice: 'Brian', newscaster: true },
      'newscaster',
      'not_allowed',
    ],
    [
      'a newscaster of ElevenLabs',
      { ...speech, voice: 'Sam', newscaster: true },
      'newscaster',
      'not_allowed',
    ],
    ['nothing to say', { ...speech, text: ' \n' }, 'text', 'out_of_range'],
    ['too much to say', { ...speech, text: 'x'.repeat(MAX_SPEECH_CHARACTERS + 1) }, 'text', 'out_of_range'],
    ['a long prompt', { type: 'text-to-image', prompt: 'x'.repeat(4001) }, 'prompt', 'out_of_range'],
    ['a large image', { type: 'text-to-image', prompt: 'a cat', height: 4097 }, 'height', 'out_of_range'],
    ['an empty prompt', { type: 'text-to-image', prompt: '' }, 'prompt', 'out_of_range'],
    ['an image that is a local file', { type: 'image-to-video', src: '/etc/passwd' }, 'src', 'wrong_form'],
    ['a volume above 1', { ...speech, volume: 2 }, 'volume', 'out_of_range'],
    [
      'overlapping volumes',
      { ...speech, volume: [{ start: 0, length: 1 }, { start: 0 }] },
      'volume[1]',
      'overlap',
    ],
    [
      'an aspect ratio that there is not',
      { type: 'image-to-video', src: 'https://a.b/c', aspectRatio: '4:5' },
      'aspectRatio',
      'not_allowed',
    ],
  ])('is rejected with %s', (_, asset, field, code) => {
    expect(problemsOf(asset).map((problem) => [problem.field, problem.code])).toEqual([[field, code]]);
  });

  it('is rejected with the names of the voices', () => {
    const [problem] = problemsOf({ ...speech, voice: 'Joana' });
    expect(problem?.message).toMatch(
      /voice must be one of "Hala", .*"Rachel".* not "Joana"\. Did you mean "Joanna"\?$/,
    );
  });
});

test('a caption can follow a speech by its alias', () => {
  const captions: Asset = { type: 'rich-caption', src: 'alias://voice' };
  const clips = (asset: object) => [
    { asset, alias: 'voice', start: 0, length: 'auto' },
    { asset: captions, start: 0, length: 'auto' },
  ];
  const codesOf = (asset: object) => {
    const timeline = { tracks: clips(asset).map((clip) => ({ clips: [clip] })) };
    const parsed = parseEdit({ timeline, output: { format: 'mp4', resolution: 'sd' } });
    return parsed.ok ? [] : parsed.problems.map(({ message }) => message);
  };
  expect(codesOf(speech)).toEqual([]);
  expect(codesOf({ type: 'text-to-image', prompt: 'a cat' })).toEqual([
    'timeline.tracks[1].clips[0].asset.src refers to a clip with a "text-to-image" asset, which has no speech. Refer to a clip with a video, audio or text-to-speech asset.',
  ]);
});
