import { expect, it } from 'vitest';
import { choosePieceSize } from './piece-size.ts';

it.each([
  ['a film that fills the view', { width: 3840, height: 2160 }, { width: 960, height: 540 }, [960, 540]],
  [
    'a film that fills a view of 720 lines',
    { width: 3840, height: 2160 },
    { width: 1280, height: 720 },
    [1280, 720],
  ],
  ['a film in a corner', { width: 3840, height: 2160 }, { width: 300, height: 169 }, [480, 270]],
  [
    'an upright film that fills a wide view',
    { width: 1080, height: 1920 },
    { width: 960, height: 540 },
    [1080, 1920],
  ],
  ['an upright film beside another', { width: 1080, height: 1920 }, { width: 304, height: 540 }, [304, 540]],
  ['a small film', { width: 641, height: 361 }, { width: 960, height: 540 }, [642, 362]],
  ['a tiny film', { width: 160, height: 90 }, { width: 960, height: 540 }, [480, 270]],
  ['a banner', { width: 800, height: 50 }, { width: 960, height: 60 }, [800, 50]],
  ['a film that is never seen', { width: 640, height: 360 }, { width: 0, height: 0 }, [480, 270]],
])('%s', (_, source, shown, [width, height]) => {
  expect(choosePieceSize(source, shown)).toEqual({ width, height });
});
