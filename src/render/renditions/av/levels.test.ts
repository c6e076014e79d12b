import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PICTURE_LEVELS, pictureLevel, LISTED_QUALITIES, SOUND_LEVELS, soundLevel } from './levels.ts';

const PICTURES = Object.keys(PICTURE_LEVELS) as (keyof typeof PICTURE_LEVELS)[];
const SOUNDS = Object.keys(SOUND_LEVELS) as (keyof typeof SOUND_LEVELS)[];
const EVERY_QUALITY = Array.from({ length: 100 }, (_, index) => index + 1);

describe('the level of a codec', () => {
  it.each([
    ...PICTURES.map((codec) => [codec, (quality: number) => pictureLevel(codec, quality)] as const),
    ...SOUNDS.map((codec) => [codec, (quality: number) => soundLevel(codec, quality)] as const),
  ])('%s rises or falls steadily with the quality', (_codec, levelAt) => {
    const levels = EVERY_QUALITY.map(levelAt);
    const sorted = levels.toSorted((one, other) => one - other);
    expect([sorted, sorted.toReversed()]).toContainEqual(levels);
    expect(levels[0]).not.toBe(levels[99]);
  });

  it('is that of the quality 75 by default', () => {
    expect(pictureLevel('h264')).toBe(pictureLevel('h264', 75));
    expect(soundLevel('aac')).toBe(160);
    expect(soundLevel('aac', 88)).toBeCloseTo(243.2, 5);
  });
});

describe('docs/renditions.md', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../../docs/renditions.md'), 'utf8');
  const [, table = ''] = text.split(/<!-- \/?levels -->/);
  const rows = table
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

  it('lists the levels of the code', () => {
    const scales = Object.entries({ ...PICTURE_LEVELS, ...SOUND_LEVELS });
    expect(rows[0]?.slice(2)).toEqual(LISTED_QUALITIES.map(String));
    expect(rows.slice(2)).toEqual(
      scales.map(([codec, { name, levels }]) => [codec, name, ...levels.map(String)]),
    );
  });
});
