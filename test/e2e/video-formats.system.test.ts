import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EncodedClip, encodeClip } from '../media/encode-clip.ts';
import { type RenderedFrame, renderFrame } from '../media/render-frame.ts';
import { createMediaFolder } from '../media/render-edit.ts';

type Rgb = readonly [number, number, number];

const SIZE = { width: 160, height: 96 };
/** Colours of the bars, from left to right. */
const BARS: readonly Rgb[] = [
  [200, 60, 40],
  [60, 160, 80],
  [70, 90, 180],
  [128, 128, 128],
];

let media: Awaited<ReturnType<typeof createMediaFolder>>;

beforeAll(async () => {
  media = await createMediaFolder();
});

afterAll(() => media[Symbol.asyncDispose]());

async function renderClip(
  name: string,
  form: Partial<EncodedClip>,
  { second = 0, ...clip }: Record<string, unknown> = {},
): Promise<RenderedFrame> {
  const path = media.path(name);
  const paint = (x: number): readonly [number, number, number, number] => [
    ...(BARS[Math.floor(x / 40)] ?? BARS[0]!),
    255,
  ];
  const defaults = { ...SIZE, codec: 'ffv1', container: 'matroska', filters: 'null', count: 3, paint };
  await encodeClip(path, { ...defaults, ...form });
  const given = { asset: { type: 'video', src: path }, start: 0, length: 1, fit: 'none', ...clip };
  const timeline = { background: '#0000ff', tracks: [{ clips: [given] }] };
  return renderFrame({ timeline, output: { format: 'mp4', size: SIZE } }, Number(second));
}

function expectColours(found: RenderedFrame, expected: readonly Rgb[] = BARS, most = 3): void {
  const colours = [20, 60, 100, 140].map((x) => found.colourAt(x, 48));
  const off = colours.flatMap((colour, at) =>
    colour.map((value, channel) => Math.abs(value - (expected[at]?.[channel] ?? NaN))),
  );
  expect(Math.max(...off), JSON.stringify(colours)).toBeLessThanOrEqual(most);
}

const zscale = (format: string, more = 'matrix=709:range=limited'): string =>
  `zscale=${more},format=${format}`;

describe('a video keeps its colours', () => {
  it.each<[string, Partial<EncodedClip>]>([
    ...[
      'yuv420p',
      'yuv410p',
      'yuv411p',
      'yuv422p',
      'yuv440p',
      'yuv444p',
      'yuv420p10le',
      'yuv422p12le',
      'yuv444p16le',
    ].map((format): [string, Partial<EncodedClip>] => [`${format}.mkv`, { filters: zscale(format) }]),
    ['full.mkv', { filters: zscale('yuv422p', 'matrix=170m:range=full') }],
    ['bt2020.mkv', { filters: zscale('yuv420p10le', 'matrix=2020_ncl:range=limited') }],
    ...['gbrp10le', 'bgra', 'rgb48le'].map((format): [string, Partial<EncodedClip>] => [
      `${format}.mkv`,
      { filters: `format=${format}` },
    ]),
    ['gbrp.mkv', { codec: 'utvideo', filters: 'format=gbrp' }],
    ['rgb.avi', { codec: 'rawvideo', container: 'avi', filters: 'format=bgr24' }],
    ['rgb24.mov', { codec: 'qtrle', container: 'mov', filters: 'format=rgb24' }],
    ['png.mov', { codec: 'png', container: 'mov', filters: 'format=rgb24' }],
    ['prores.mov', { codec: 'prores_ks', container: 'mov', filters: zscale('yuv422p10le') }],
    [
      'motion.avi',
      {
        codec: 'mjpeg',
        container: 'avi',
        filters: zscale('yuvj444p', 'matrix=170m:range=full'),
        options: { qmin: '1', qmax: '1' },
      },
    ],
  ])('in %s', async (name, form) => {
    expectColours(await renderClip(name, form));
  });

  it('in grey', async () => {
    const levels = [20, 90, 160, 250];
    const paint = (x: number) =>
      [...Array<number>(3).fill(levels[Math.floor(x / 40)] ?? 0), 255] as unknown as [
        number,
        number,
        number,
        number,
      ];
    expectColours(
      await renderClip('grey.mkv', { filters: 'format=gray', paint }),
      levels.map((level) => [level, level, level]),
    );
    expectColours(
      await renderClip('grey10.mkv', { filters: 'format=gray10le', paint }),
      levels.map((level) => [level, level, level]),
    );
  });
});

describe('transparent parts of a video show the background', () => {
  /** Alpha of the bars: transparent, one fifth, four fifths, opaque. */
  const ALPHA = [0, 51, 204, 255];
  const paint: EncodedClip['paint'] = (x) => [255, 0, 0, ALPHA[Math.floor(x / 40)] ?? 0];
  it.each<[string, Partial<EncodedClip>]>([
    [
      'vp8.webm',
      {
        codec: 'libvpx',
        container: 'webm',
        filters: zscale('yuva420p'),
        options: { 'auto-alt-ref': '0' },
        bitRate: 8_000_000n,
      },
    ],
    [
      'vp9.webm',
      {
        codec: 'libvpx-vp9',
        container: 'webm',
        filters: zscale('yuva420p'),
        options: { crf: '4', b: '0', deadline: 'realtime' },
      },
    ],
    [
      'prores4444.mov',
      { codec: 'prores_ks', container: 'mov', filters: zscale('yuva444p10le'), options: { profile: '4444' } },
    ],
    ['animation.mov', { codec: 'qtrle', container: 'mov', filters: 'format=argb' }],
    ['png.mov', { codec: 'png', container: 'mov', filters: 'format=rgba' }],
    ['ffv1.mkv', { filters: 'format=bgra' }],
  ])('in %s', async (name, form) => {
    const mixed = ALPHA.map((alpha): Rgb => [alpha, 0, 255 - alpha]);
    expectColours(await renderClip(name, { ...form, paint }), mixed, 5);
    expectColours(
      await renderClip(name, { ...form, paint }, { transform: { flip: { vertical: true } } }),
      mixed,
      5,
    );
  });
});

describe('high dynamic range is converted to standard dynamic range', () => {
  /** 8-bit values of the bars, in full range. */
  const CODES = [64, 97, 148, 191] as const;
  const paint: EncodedClip['paint'] = (x) => {
    const code = CODES[Math.floor(x / 40)] ?? 0;
    return [code, code, code, 255];
  };
  const tagged = (transfer: string, format = 'yuv420p10le'): string =>
    `${zscale(format, 'matrix=2020_ncl:range=limited')},setparams=color_trc=${transfer}:color_primaries=bt2020`;
  /**
   * Tone-maps light as `tonemap=mobius` with a peak of 10 does. The unit is the reference white of 203 nits.
   * Returns BT.1886 values.
   */
  const level = (light: number): number => {
    const [j, peak] = [0.3, 10];
    const a = (-j * j * (peak - 1)) / (j * j - 2 * j + peak);
    const b = (j * j - 2 * j * peak + peak) / (peak - 1);
    const bent = light <= j ? light : (((b + j) ** 2 / (b - a)) * (light + a)) / (light + b);
    return 255 * bent ** (1 / 2.4);
  };
  const grey = (value: number): Rgb => [value, value, value];
  const x265 = { codec: 'libx265', options: { preset: 'ultrafast', 'x265-params': 'log-level=none:crf=4' } };

  it('from PQ', async () => {
    // SMPTE ST 2084: about 4.5, 26 (a grey card), 203 (paper) and 1000 nits.
    const nits = CODES.map((code) => {
      const signal = (code / 255) ** (32 / 2523);
      return (
        10_000 * (Math.max(0, signal - 107 / 128) / (2413 / 128 - (2392 / 128) * signal)) ** (8192 / 1305)
      );
    });
    expect(nits.map(Math.round)).toEqual([5, 26, 202, 975]);
    const found = await renderClip('pq.mkv', { ...x265, filters: tagged('smpte2084'), paint });
    expectColours(
      found,
      nits.map((each) => grey(level(each / 203))),
      3,
    );
    // A grey card is as bright as in standard video, and neither paper nor highlights clip to white.
    const seen = [60, 100, 140].map((x) => found.colourAt(x, 48)[0]);
    expect(seen[0]).toBeGreaterThan(98);
    expect(seen[0]).toBeLessThan(115);
    expect(seen[1]).toBeGreaterThan(205);
    expect(seen[2]).toBeLessThan(252);
  });

  it('from HLG', async () => {
    // ITU-R BT.2100 on a display of 1000 nits: the scene light to the power of 1.2.
    const nits = CODES.map((code) => {
      const signal = code / 255;
      const scene =
        signal <= 0.5 ? signal ** 2 / 3 : (Math.exp((signal - 0.55991073) / 0.17883277) + 0.28466892) / 12;
      return 1000 * scene ** 1.2;
    });
    expect(nits.map(Math.round)).toEqual([10, 26, 76, 202]);
    const found = await renderClip('hlg.mkv', { ...x265, filters: tagged('arib-std-b67'), paint });
    expectColours(
      found,
      nits.map((each) => grey(level(each / 203))),
      3,
    );
  });

  it('with alpha', async () => {
    const alpha = [0, 51, 204, 255];
    const filters = tagged('smpte2084', 'yuva444p10le');
    const found = await renderClip('alpha.mkv', {
      filters,
      paint: (x) => [148, 148, 148, alpha[Math.floor(x / 40)] ?? 0],
    });
    const paper = level(202 / 203);
    const mixed = alpha.map((each): Rgb => {
      const share = each / 255;
      return [paper * share, paper * share, paper * share + 255 * (1 - share)];
    });
    expectColours(found, mixed, 5);
  });
});

it.each(['tff', 'bff'] as const)(
  'interlaced video (%s) has no comb artefacts and the timing of its first field',
  async (order) => {
    // 25 fields per second, each 8 pixels further to the right.
    const paint: EncodedClip['paint'] = (x, _y, index) => {
      const lit = x >= 20 + 8 * index && x < 60 + 8 * index ? 255 : 0;
      return [lit, lit, lit, 255];
    };
    const found = await renderClip(
      `${order}.mp4`,
      {
        codec: 'libx264',
        container: 'mp4',
        filters: `${zscale('yuv420p')},tinterlace=mode=${order === 'tff' ? 'interleave_top' : 'interleave_bottom'},setfield=${order}`,
        options: { 'x264-params': `${order}=1:crf=4:log-level=none`, preset: 'fast' },
        count: 12,
        paint,
      },
      { second: 0.16 },
    );
    const rows = Array.from({ length: 60 }, (_, row) => row + 18);
    const firstLit = rows.map((y) =>
      Array.from({ length: SIZE.width }, (_, x) => x).find((x) => found.colourAt(x, y)[1] > 128),
    );
    // At 12.5 fps this is frame 2, which starts with field 4.
    for (const at of firstLit) expect(Math.abs((at ?? NaN) - 52)).toBeLessThanOrEqual(1);
  },
);

it('pixels that are not square are shown in their aspect ratio', async () => {
  const filters = `${zscale('yuv420p')},setsar=2/1`;
  const narrow = {
    width: 80,
    filters,
    paint: (x: number) => [...(BARS[Math.floor(x / 20)] ?? [0, 0, 0]), 255],
  } as Partial<EncodedClip>;
  expectColours(
    await renderClip('sar.mp4', { ...narrow, codec: 'libx264', container: 'mp4', options: { crf: '2' } }),
  );
});

it('a file that is re-encoded on request looks the same', async () => {
  const path = media.path('yuv422p.mkv');
  const asset = { type: 'video', src: path, transcode: true };
  expectColours(await renderClip('yuv422p.mkv', { filters: zscale('yuv422p') }, { asset }));
});
