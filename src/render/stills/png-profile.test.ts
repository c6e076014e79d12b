import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refuseHdr } from './png-profile.ts';
import { readStill } from './still.ts';

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'kinora-png-'))));
afterAll(() => rm(folder, { recursive: true }));

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data]);
  const ends = [Buffer.alloc(4), Buffer.alloc(4)] as const;
  ends[0].writeUInt32BE(data.length);
  ends[1].writeUInt32BE(crc32(body));
  return Buffer.concat([ends[0], body, ends[1]]);
}

function uint32(...numbers: number[]): Buffer {
  const data = Buffer.alloc(4 * numbers.length);
  for (const [index, number] of numbers.entries()) data.writeUInt32BE(number, 4 * index);
  return data;
}

/** Writes a PNG of two pixels, 200,100,50 and 128,128,128. @param extra chunks before the pixels. */
async function write(extra: Buffer): Promise<string> {
  const head = Buffer.concat([uint32(2, 1), Buffer.from([8, 2, 0, 0, 0])]);
  const pixels = deflateSync(Buffer.from([0, 200, 100, 50, 128, 128, 128]));
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const path = join(folder, 'picture.png');
  const parts = [
    signature,
    chunk('IHDR', head),
    extra,
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ];
  await writeFile(path, Buffer.concat(parts));
  return path;
}

const gamma = (value: number) => chunk('gAMA', uint32(value));
const codes = (...values: number[]) => chunk('cICP', Buffer.from(values));
const SRGB = chunk('cHRM', uint32(31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6000));
const P3 = chunk('cHRM', uint32(31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6000));
const SAYS_SRGB = chunk('sRGB', Buffer.from([0]));

describe('the colours of a PNG are those that Chromium shows', () => {
  it.each<[string, Buffer, readonly number[]]>([
    ['without a statement', Buffer.alloc(0), [200, 100, 50, 128]],
    ['with the usual gamma', gamma(45_455), [200, 100, 50, 128]],
    ['in linear light', gamma(100_000), [229, 168, 122, 188]],
    ['with another gamma', gamma(55_556), [210, 119, 65, 146]],
    ['with an impossible gamma', gamma(0), [200, 100, 50, 128]],
    ['with a gamma that no profile can hold', gamma(1), [200, 100, 50, 128]],
    [
      'with primaries that are all zero',
      Buffer.concat([gamma(45_455), chunk('cHRM', Buffer.alloc(32))]),
      [200, 100, 50, 128],
    ],
    [
      'with a profile that is longer than the head of the file',
      Buffer.concat([gamma(100_000), chunk('iCCP', Buffer.alloc(100_000))]),
      [200, 100, 50, 128],
    ],
    ['with gamma and primaries', Buffer.concat([gamma(45_455), SRGB]), [201, 100, 46, 129]],
    ['with gamma and wide primaries', Buffer.concat([gamma(45_455), P3]), [216, 93, 24, 129]],
    ['with primaries alone', P3, [200, 100, 50, 128]],
    ['in sRGB despite a gamma', Buffer.concat([SAYS_SRGB, gamma(100_000)]), [200, 100, 50, 128]],
    ['in Display P3', codes(12, 13, 0, 1), [215, 93, 31, 128]],
    ['in Display P3 despite sRGB', Buffer.concat([SAYS_SRGB, codes(12, 13, 0, 1)]), [215, 93, 31, 128]],
    ['in DCI-P3', codes(11, 13, 0, 1), [211, 93, 32, 128]],
    ['in BT.709', codes(1, 1, 0, 1), [197, 91, 39, 121]],
    ['in BT.601', codes(6, 6, 0, 1), [192, 94, 37, 121]],
    ['in BT.2020', codes(9, 1, 0, 1), [239, 63, 5, 121]],
    ['in the colours of PAL', codes(5, 13, 0, 1), [203, 100, 51, 128]],
    ['with gamma 2.8', codes(1, 5, 0, 1), [189, 76, 26, 106]],
    ['in SMPTE 240M', codes(7, 7, 0, 1), [202, 117, 67, 141]],
    ['unspecified', codes(2, 2, 0, 1), [200, 100, 50, 128]],
    ['in limited range', codes(1, 13, 0, 0), [200, 100, 50, 128]],
  ])('%s', async (_, extra, expected) => {
    const size = { width: 2, height: 1 };
    const { data } = await readStill(await write(extra), { ...size, left: 0, top: 0 }, size);
    const shown = [...data.subarray(0, 3), data[4] ?? 0];
    const off = shown.map((value, index) => Math.abs(value - (expected[index] ?? NaN)));
    expect(Math.max(...off), String(shown)).toBeLessThanOrEqual(1);
  });
});

it('reads a grey PNG with its gamma', async () => {
  const head = Buffer.concat([uint32(2, 1), Buffer.from([8, 0, 0, 0, 0])]);
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const pixels = chunk('IDAT', deflateSync(Buffer.from([0, 128, 64])));
  const parts = [signature, chunk('IHDR', head), gamma(100_000), pixels, chunk('IEND', Buffer.alloc(0))];
  const path = join(folder, 'grey.png');
  await writeFile(path, Buffer.concat(parts));
  const size = { width: 2, height: 1 };
  const { data } = await readStill(path, { ...size, left: 0, top: 0 }, size);
  expect([...data]).toEqual([188, 188, 188, 255, 137, 137, 137, 255]);
});

it('refuses a PNG in HDR by name', async () => {
  await expect(refuseHdr(await write(codes(9, 16, 0, 1)))).rejects.toThrow(
    'is a PNG in HDR (PQ), whose colours cannot be converted; save it in SDR',
  );
  await expect(refuseHdr(await write(codes(9, 18, 0, 1)))).rejects.toThrow('HLG');
  await expect(refuseHdr(await write(codes(12, 13, 0, 1)))).resolves.toBeUndefined();
});
