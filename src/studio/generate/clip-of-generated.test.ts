import { expect, it } from 'vitest';
import type { CreatedAsset } from '../../client/index.ts';
import { createClipOfGenerated, nameOfGenerated } from './clip-of-generated.ts';

const VOICES = [{ name: 'Rachel', provider: 'elevenlabs', languages: [] }] as const;
const clipOf = (type: CreatedAsset['type'], provider: string, options: object, end = 'png') =>
  createClipOfGenerated(
    { type, provider, options, url: `https://a.example/x.${end}` } as unknown as CreatedAsset,
    2,
    VOICES,
  );

it('keeps speech, pictures and camera motions what they are', () => {
  const speech = { type: 'text-to-speech', text: 'Hello', voice: 'Amy', language: 'en-GB' };
  expect(clipOf('text-to-speech', 'kinora', { ...speech, newscaster: false }, 'mp3')).toEqual({
    asset: speech,
    start: 2,
    length: 'auto',
  });
  expect(clipOf('text-to-speech', 'elevenlabs', { text: 'Hello', voice: 'Rachel' }, 'mp3')?.asset).toEqual({
    type: 'text-to-speech',
    text: 'Hello',
    voice: 'Rachel',
  });
  const picture = { type: 'text-to-image', prompt: 'A cat', width: 64, height: 36 };
  expect(clipOf('text-to-image', 'shotstack', picture)).toEqual({ asset: picture, start: 2, length: 5 });
  const motion = { imageUrl: 'https://a.example/a.png', guidanceScale: 1.8, motion: 127 };
  expect(clipOf('image-to-video', 'kinora', motion, 'mp4')?.asset).toEqual({
    type: 'image-to-video',
    src: 'https://a.example/a.png',
  });
});

it('names the clip of a file that no edit can ask for after its words', () => {
  expect(clipOf('text-to-image', 'stability-ai', { prompt: 'Ein Café, am Meer!' })).toEqual({
    asset: { type: 'image', src: 'https://a.example/x.png' },
    alias: 'ein-cafe-am-meer',
    start: 2,
    length: 5,
  });
  const seeded = { prompt: 'A cat', width: 64, height: 36, seed: 7 };
  expect(clipOf('text-to-image', 'kinora', seeded)).toMatchObject({
    asset: { type: 'image' },
    alias: 'a-cat',
  });
  expect(clipOf('text-to-speech', 'elevenlabs', { text: 'Hi', voice: 'Mine' }, 'mp3')).toMatchObject({
    asset: { type: 'audio' },
    alias: 'hi',
  });
  expect(clipOf('text-generator', 'openai', { prompt: 'A haiku' }, 'txt')).toBeUndefined();
  expect(nameOfGenerated({ type: 'image-to-video' })).toBe('Video from a picture');
});
