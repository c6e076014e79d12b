import { beforeEach, describe, expect, it } from 'vitest';
import { KinoraError } from '../../base/errors.ts';
import type { Output } from '../../edit/index.ts';
import { HardwareTrials } from './hardware-trials.ts';

const OUTPUT: Output = { format: 'mp4', resolution: 'hd' };

let trials: HardwareTrials;
let trialCount = 0;
beforeEach(() => {
  trials = new HardwareTrials();
  trialCount = 0;
});

function answer(given: string | null): () => Promise<string | null> {
  return () => {
    trialCount++;
    return Promise.resolve(given);
  };
}

describe('the result of trying a hardware encoder', () => {
  it.each([null, 'there is none'])('is remembered: %s', async (given) => {
    expect(await trials.findFault('nvenc', OUTPUT, answer(given))).toBe(given);
    const again = { ...OUTPUT, repeat: false };
    expect(await trials.findFault('nvenc', again, answer('other'))).toBe(given);
    expect(trialCount).toBe(1);
  });

  it.each<[string, Output]>([
    ['size', { ...OUTPUT, resolution: '4k' }],
    ['final size', { ...OUTPUT, scaleTo: 'sd' }],
    ['rate', { ...OUTPUT, fps: 60 }],
    ['quality', { ...OUTPUT, quality: 'low' }],
  ])('is found for each %s', async (_, output) => {
    await trials.findFault('nvenc', OUTPUT, answer(null));
    expect(await trials.findFault('nvenc', output, answer('too large'))).toBe('too large');
    expect(await trials.findFault('qsv', output, answer('other'))).toBe('other');
    expect(trialCount).toBe(3);
  });

  it('is remembered if the driver crashed', async () => {
    const crashed = new KinoraError('render_crashed', 'The driver crashed.');
    expect(await trials.findFault('nvenc', OUTPUT, () => Promise.reject(crashed))).toBe(crashed);
    expect(await trials.findFault('nvenc', OUTPUT, answer(null))).toBe(crashed);
  });

  it('is not remembered if something else failed', async () => {
    const full = new KinoraError('internal', 'The disk is full.');
    expect(await trials.findFault('nvenc', OUTPUT, () => Promise.reject(full))).toBe(full);
    expect(await trials.findFault('nvenc', OUTPUT, answer(null))).toBe(null);
  });

  it('is not remembered after a cancellation, or after `forget`', async () => {
    const cancelled = new KinoraError('cancelled', 'The render was cancelled.');
    await expect(trials.findFault('nvenc', OUTPUT, () => Promise.reject(cancelled))).rejects.toBe(cancelled);
    await trials.findFault('nvenc', OUTPUT, answer(null));
    trials.forget('nvenc', OUTPUT);
    expect(await trials.findFault('nvenc', OUTPUT, answer('broken'))).toBe('broken');
    expect(trialCount).toBe(2);
  });
});
