import { describe, expect, it } from 'vitest';
import { createSettingReader } from '../base/setting.ts';
import { countRenders, readMachineResources, renderMemoryOf } from './machine.ts';
import { createRenderCapacity } from './render-capacity.ts';
import { WORKER_SETTINGS } from './settings.ts';

const PLACES = { workingFolder: '/', home: '/' };

const GIB = 2 ** 30;

describe('the number of renders at the same time', () => {
  it.each([
    ['half the cores', 8, 32, 4],
    ['less if the memory is small', 8, 2.5, 2],
    ['at least one', 1, 0.5, 1],
    ['the lower half of an odd number', 5, 32, 2],
  ])('is %s', (_, cores, gibibytes, expected) => {
    expect(countRenders({ cores, memoryBytes: gibibytes * GIB })).toBe(expected);
  });

  it('follows from this machine', () => {
    const { renders, rendersMemory } = WORKER_SETTINGS.read(createSettingReader({}), PLACES);
    expect(renders).toBe(countRenders(readMachineResources()));
    expect(rendersMemory).toBe(renderMemoryOf(readMachineResources()));
  });

  it('is exactly what the operator has set', () => {
    const settings = WORKER_SETTINGS.read(createSettingReader({ KINORA_RENDERS: '17' }), PLACES);
    expect(createRenderCapacity(settings)).toEqual({ slots: 17 });
  });
});

describe('a render', () => {
  const capacity = createRenderCapacity({ renders: 4, rendersMemory: 2 * GIB });
  const usual = { seconds: 1, memoryBytes: 0.5 * GIB };

  it('waits while others use the memory that it needs', () => {
    const heavy = { seconds: 1, memoryBytes: 1.2 * GIB };
    expect(capacity.mayStart?.(heavy, [usual])).toBe(true);
    expect(capacity.mayStart?.(heavy, [usual, usual])).toBe(false);
    expect(capacity.mayStart?.(usual, [heavy])).toBe(true);
  });

  it('without a prediction counts as a usual one', () => {
    expect(capacity.mayStart?.({ seconds: 1 }, [usual, usual])).toBe(true);
    expect(capacity.mayStart?.({ seconds: 1 }, [usual, usual, usual])).toBe(false);
  });
});
