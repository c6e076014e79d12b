import { expect, it } from 'vitest';
import type { Stream } from '../ffmpeg.ts';
import { refuseDolbyColours } from './dolby-vision.ts';

function streamOf(profile: number, compatible: number): Stream {
  const data = Buffer.from([1, 0, profile, 6, 1, 0, 1, compatible, 0]);
  // Nothing else is read.
  return { codecpar: { getCodedSideData: () => data } } as unknown as Stream;
}

it.each([
  [5, 0],
  [10, 0],
])('refuses profile %d, whose colours are those of Dolby alone', (profile, compatible) => {
  expect(() => refuseDolbyColours(streamOf(profile, compatible))).toThrow(
    `is in Dolby Vision profile ${profile}, whose colours only Dolby's own decoders show; export it as profile 8, HDR10 or SDR`,
  );
});

it.each([
  [7, 6],
  [8, 1],
  [8, 4],
  [10, 4],
])('accepts profile %d with the pictures of HDR10, SDR or HLG', (profile, compatible) => {
  expect(() => refuseDolbyColours(streamOf(profile, compatible))).not.toThrow();
});

it('accepts a video without Dolby Vision', () => {
  const stream = { codecpar: { getCodedSideData: () => null } } as unknown as Stream;
  expect(() => refuseDolbyColours(stream)).not.toThrow();
});
