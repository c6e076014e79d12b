import { describe, expect, it } from 'vitest';
import { stageOf, stageOfThread } from './stages.ts';

const file = (path: string) => `file:///kinora/src/render/${path}`;

describe('the stage of a moment', () => {
  it('is that of the innermost code that belongs to a stage', () => {
    expect(stageOf(['', file('compose/planes/paint.ts'), file('compose/composer.ts')])).toBe('paint');
    expect(stageOf(['', file('compose/layers/draw-pixels.ts'), file('produce/produce.ts')])).toBe('draw');
    expect(stageOf([file('av/video/video-decoder.ts'), file('compose/composer.ts')])).toBe('decode pictures');
    expect(stageOf([file('av/sound/resampler.ts'), file('mix/voice.ts')])).toBe('mix');
  });

  it('is undefined while nothing runs', () => {
    expect(stageOf(['(idle)', '(root)'])).toBeUndefined();
  });

  it('is the engine if no code of Kinora is involved', () => {
    expect(stageOf(['(garbage collector)', file('compose/planes/paint.ts')])).toBe('JavaScript engine');
    expect(stageOf(['(program)', '(root)'])).toBe('JavaScript engine');
    expect(stageOf(['node:internal/modules/esm/loader'])).toBe('start');
  });
});

describe('the stage of a thread', () => {
  it('follows from its name if that is meaningful', () => {
    expect(stageOfThread('V8Worker')).toBe('JavaScript engine');
    expect(stageOfThread('libvips worker')).toBe('decode stills');
    expect(stageOfThread('av:h264:df0')).toBe('decode pictures');
    expect(stageOfThread('something')).toBe('not known');
  });
});
