import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeFilm } from './corpus/strange-films.ts';
import { serveFiles, tryRender } from './e2e/try-render.ts';
import { findEditable, joinBoxes, parseEditable } from './media/edit-boxes.ts';
import { createMediaFolder } from './media/render-edit.ts';
import { remux } from './media/remux.ts';

let media: Awaited<ReturnType<typeof createMediaFolder>>;
beforeAll(async () => {
  media = await createMediaFolder();
  await makeFilm(media.path('film.mp4'), { sound: undefined } as never);
});
afterAll(() => media[Symbol.asyncDispose]());

/** Writes the sequence parameter set of a High picture (ISO/IEC 14496-10, 7.3.2.1). @param blocks width and height in blocks of 16 pixels. */
function parameterSetOf(blocks: number): Buffer {
  let bits = '';
  const exp = (value: number): void => {
    const binary = (value + 1).toString(2);
    bits += '0'.repeat(binary.length - 1) + binary;
  };
  // Its id, 4:2:0, 8 bits twice, no bypass, no scaling, 16 frame numbers, order of type 2, 4 references, no gaps.
  for (const value of [0, 1, 0, 0]) exp(value);
  bits += '00';
  for (const value of [0, 2, 4]) exp(value);
  bits += '0';
  for (const value of [blocks - 1, blocks - 1]) exp(value);
  // Frames only, direct inference, no crop, no VUI, and the stop bit.
  bits += '11001';
  bits += '0'.repeat(-bits.length & 7);
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2));
  const escaped = bytes.flatMap((byte, at) =>
    byte <= 3 && bytes[at - 1] === 0 && bytes[at - 2] === 0 ? [3, byte] : [byte],
  );
  return Buffer.from([0x67, 100, 0, 62, ...escaped]);
}

async function render(bytes: Buffer): Promise<object> {
  const server = await serveFiles({ file: bytes });
  try {
    const clip = { asset: { type: 'video', src: `${server.url}/file` }, start: 0, length: 1 };
    return await tryRender({
      timeline: { tracks: [{ clips: [clip] }] },
      output: { format: 'png', size: { width: 160, height: 90 } },
    });
  } finally {
    await server.close();
  }
}

it.each([1024, 4096])('an MP4 whose parameter set declares %d blocks in both directions', async (blocks) => {
  const boxes = parseEditable(await readFile(media.path('film.mp4')));
  const [sample] = findEditable(boxes, 'moov/trak/mdia/minf/stbl/stsd/avc1');
  const config = sample?.boxes?.find(({ type }) => type === 'avcC');
  if (!config) throw new Error('There are no parameter sets.');
  const set = parameterSetOf(blocks);
  const length = config.body.readUInt16BE(6);
  const size = Buffer.from([0, set.length]);
  config.body = Buffer.concat([config.body.subarray(0, 6), size, set, config.body.subarray(8 + length)]);
  const outcome = await render(joinBoxes(boxes));
  expect(outcome).toMatchObject({ code: expect.stringMatching(/^asset_(too_large|not_media)$/) as string });
});

it('a transport stream whose parameter sets declare 16384x16384 from its second keyframe on', async () => {
  const path = media.path('grows.ts');
  let keys = 0;
  await remux(media.path('film.mp4'), path, {
    demuxer: 'mov',
    container: 'mpegts',
    filter: 'h264_mp4toannexb',
    edit: (packet) => {
      if (packet.isKeyframe && ++keys === 2) {
        const { pts, dts } = packet;
        const data = Buffer.from(packet.data ?? []);
        const own = data.indexOf(Buffer.from([0, 0, 1, 0x67]));
        expect(own).toBeGreaterThanOrEqual(0);
        // The set of the film becomes a unit that decoders skip.
        data[own + 3] = 0x0c;
        packet.data = Buffer.concat([Buffer.from([0, 0, 0, 1]), parameterSetOf(1024), data]);
        packet.pts = pts;
        packet.dts = dts;
      }
      return true;
    },
  });
  expect(keys).toBeGreaterThan(1);
  const outcome = await render(await readFile(path));
  // Damaged pictures are left out, as players do.
  expect(outcome).toHaveProperty('produced');
});
