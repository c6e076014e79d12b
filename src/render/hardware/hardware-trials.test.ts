import { beforeEach, describe, expect, it } from 'vitest';
import { KinoraError } from '../../base/errors.ts';
import type { Output } from '../../edit/index.ts';
import { HardwareTrials } from './hardware-trials.ts';

const OUTPUT: Output = { format: 'mp4', resolution: 'hd' };

let trials: HardwareTrials;
let asked: number;
beforeEach(() => {
  trials = new HardwareTrials();
  asked = 0;
});

function answer(given: string | null): () => Promise<string | null> {
  return () => {
    asked++;
    return Promise.resolve(given);
  };
}

describe('what came of trying a hardware encoder', () => {
  it.each([null, 'there is none'])('is remembered: %s', async (given) => {
    expect(await trials.findFault('nvenc', OUTPUT, answer(given))).toBe(given);
    const again = { ...OUTPUT, repeat: false };
    expect(await trials.findFault('nvenc', again, answer('another'))).toBe(given);
    expect(asked).toBe(1);
  });

  it.each<[string, Output]>([
    ['size', { ...OUTPUT, resolution: '4k' }],
    ['size in the end', { ...OUTPUT, scaleTo: 'sd' }],
    ['rate', { ...OUTPUT, fps: 60 }],
    ['quality', { ...OUTPUT, quality: 'low' }],
  ])('is asked for each %s', async (_, output) => {
    await trials.findFault('nvenc', OUTPUT, answer(null));
    expect(await trials.findFault('nvenc', output, answer('too large'))).toBe('too large');
    expect(await trials.findFault('qsv', output, answer('another'))).toBe('another');
    expect(asked).toBe(3);
  });

  it('is remembered as well where the driver crashed', async () => {
    const crashed = new KinoraError('render_crashed', 'The driver crashed.');
    expect(await trials.findFault('nvenc', OUTPUT, () => Promise.reject(crashed))).toBe(crashed);
    expect(await trials.findFault('nvenc', OUTPUT, answer(null))).toBe(crashed);
  });

  it('is asked again where something else was wrong', async () => {
    const full = new KinoraError('internal', 'The disk is full.');
    expect(await trials.findFault('nvenc', OUTPUT, () => Promise.reject(full))).toBe(full);
    expect(await trials.findFault('nvenc', OUTPUT, answer(null))).toBe(null);
  });

  it('is asked again after it was cancelled, or forgotten', async () => {
    const cancelled = new KinoraError('cancelled', 'The render was cancelled.');
    await expect(trials.findFault('nvenc', OUTPUT, () => Promise.reject(cancelled))).rejects.toBe(cancelled);
    await trials.findFault('nvenc', OUTPUT, answer(null));
    trials.forget('nvenc', OUTPUT);
    expect(await trials.findFault('nvenc', OUTPUT, answer('broken'))).toBe('broken');
    expect(asked).toBe(2);
  });
});
