import { describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { HOSTILE_LETTERS, ordinaryPostScript } from '../src/render/fonts/hostile-letters.fixture.ts';
import { type Outcome, serveFiles, tryRender } from './e2e/try-render.ts';

/** Renders a picture of an edit in a child process. @param timelineOf the edit, with the address of the file. */
async function renderWith(bytes: Buffer, timelineOf: (src: string) => object): Promise<Outcome> {
  const server = await serveFiles({ file: bytes });
  try {
    return await tryRender({
      timeline: timelineOf(`${server.url}/file`),
      output: { format: 'png', size: { width: 320, height: 180 } },
    });
  } finally {
    await server.close();
  }
}

describe('letters that never end', () => {
  const font = { family: 'Montserrat ExtraBold', size: 40 };
  const clip = { asset: { type: 'text', text: 'Hello world', font }, start: 0, length: 1 };
  const write = (bytes: Buffer): Promise<Outcome> =>
    renderWith(bytes, (src) => ({ fonts: [{ src }], tracks: [{ clips: [clip] }] }));

  it.each(Object.entries(HOSTILE_LETTERS))('are drawn or refused: %s', async (name, make) => {
    const outcome = await write(make());
    if (name.startsWith('a colour') || name.startsWith('colour'))
      expect(outcome).toMatchObject({ code: 'asset_not_media' });
    else expect(outcome).toHaveProperty('produced');
  });

  it('would be drawn if they ended', async () => {
    expect(await write(ordinaryPostScript())).toHaveProperty('produced');
  });
});

describe('an AVIF', () => {
  const show = (bytes: Buffer): Promise<Outcome> =>
    renderWith(bytes, (src) => ({
      tracks: [{ clips: [{ asset: { type: 'image', src }, start: 0, length: 1 }] }],
    }));
  const plain = (): Promise<Buffer> =>
    sharp({ create: { width: 64, height: 64, channels: 3, background: '#808080' } })
      .avif({ effort: 0 })
      .toBuffer();

  it.each([
    [65_535, 65_535],
    [0x7fffffff, 0x7fffffff],
    [0xffffffff, 1],
    [16_384, 16_384],
    [0, 0],
  ])('that declares %dx%d is refused', async (width, height) => {
    const bytes = await plain();
    const at = bytes.indexOf('ispe');
    bytes.writeUInt32BE(width, at + 8);
    bytes.writeUInt32BE(height, at + 12);
    const outcome = await show(bytes);
    expect(outcome).toMatchObject({ code: expect.stringMatching(/^asset_(too_large|not_media)$/) as string });
  });

  it.each([
    ['a box that is larger than the file', 'meta', 0x7fffffff],
    ['a box without an end', 'iprp', 1],
    ['an item that is larger than the file', 'iloc', 0x7fffffff],
  ])('with %s is refused', async (_what, type, size) => {
    const bytes = await plain();
    bytes.writeUInt32BE(size, bytes.indexOf(type) - 4);
    const outcome = await show(bytes);
    expect(outcome).toMatchObject({ code: expect.stringMatching(/^asset_(too_large|not_media)$/) as string });
  });
});
