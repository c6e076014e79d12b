import { AV_PIX_FMT_NV12, AV_PIX_FMT_VAAPI, AV_PIX_FMT_YUV420P, FF_ENCODER_LIBX264 } from 'node-av';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { fromPictures } from '../../../../test/media/look-inside.ts';
import { numberOf, numbered } from '../../../../test/media/clips.ts';
import { mediaFolder } from '../../../../test/media/rendered.ts';
import { toRate } from '../../../base/time.ts';
import { type Encoder, type PacketSink, stampFrame } from './encoder.ts';
import { HardwareFailed } from '../../media/hardware.ts';
import { HARDWARE_ENCODERS, openHardwareEncoder, type HardwareKind } from './hardware-encoder.ts';
import { Muxer } from './muxer.ts';
import { createVideoFrame, planesOf } from '../video/video-frame.ts';

const SHAPE = { width: 96, height: 64, rate: toRate(25), keyframeEvery: 50 };

let folder: Awaited<ReturnType<typeof mediaFolder>>;
beforeAll(async () => void (folder = await mediaFolder()));
afterAll(() => folder[Symbol.asyncDispose]());

/** x264 in the place of hardware: it takes pictures in two planes as well. */
function standIn(pixels: HardwareKind['pixels']): HardwareKind {
  return { codec: FF_ENCODER_LIBX264, pixels, options: (crf) => ({ crf, preset: 'ultrafast' }) };
}

/** Gives an encoder ten numbered pictures. */
async function encoded(encoder: Encoder, sink: PacketSink): Promise<void> {
  for (let index = 0; index < 10; index++) {
    using frame = createVideoFrame(SHAPE.width, SHAPE.height);
    const planes = planesOf(frame);
    numbered(planes, index);
    planes.u.data.fill(90);
    planes.v.data.fill(160);
    stampFrame(frame, index);
    await encoder.encode(frame, sink);
  }
  await encoder.finish(sink);
}

describe('a hardware encoder', () => {
  it.each([AV_PIX_FMT_YUV420P, AV_PIX_FMT_NV12])(
    'gets every frame in its pixel format, %i',
    async (pixels) => {
      const path = folder.path(`${pixels}.mp4`);
      using encoder = await openHardwareEncoder(standIn(pixels), SHAPE, 18);
      using muxer = new Muxer(path, 'mp4');
      const sink = muxer.add(encoder);
      await muxer.begin({});
      await encoded(encoder, sink);
      await muxer.finish();
      const frames = await fromPictures(path, (planes, seconds) => ({
        number: numberOf(planes),
        position: Math.round(seconds * 25),
        colour: [planes.u.data[20], planes.v.data[20]].map((value) => Math.round((value ?? 0) / 10)),
      }));
      expect(frames).toEqual(
        Array.from({ length: 10 }, (_, index) => ({ number: index, position: index, colour: [9, 16] })),
      );
    },
  );

  it('fails as hardware where its device or its options are not there', async () => {
    await expect(openHardwareEncoder(standIn(AV_PIX_FMT_VAAPI), SHAPE, 18)).rejects.toThrow(HardwareFailed);
    const wrong = { ...standIn(AV_PIX_FMT_YUV420P), options: () => ({ preset: 'no such preset' }) };
    await expect(openHardwareEncoder(wrong, SHAPE, 18)).rejects.toThrow(HardwareFailed);
  });

  it('fails as hardware where a packet is missing', async () => {
    using encoder = await openHardwareEncoder(standIn(AV_PIX_FMT_YUV420P), SHAPE, 18);
    const { context } = encoder;
    let given = 0;
    // As a driver that loses one in the middle.
    const isLost = (code: number) => code >= 0 && ++given === 5;
    const [receive, receiveSync] = [
      context.receivePacket.bind(context),
      context.receivePacketSync.bind(context),
    ];
    vi.spyOn(context, 'receivePacket').mockImplementation(async (packet) => {
      const code = await receive(packet);
      return isLost(code) ? receive(packet) : code;
    });
    vi.spyOn(context, 'receivePacketSync').mockImplementation((packet) => {
      const code = receiveSync(packet);
      return isLost(code) ? receiveSync(packet) : code;
    });
    const work = encoded(encoder, () => undefined);
    await expect(work).rejects.toThrow(HardwareFailed);
    await expect(work).rejects.toHaveProperty('cause.message', '9 packets for 10 pictures');
  });

  it('is not to blame when its packets cannot be written', async () => {
    using encoder = await openHardwareEncoder(standIn(AV_PIX_FMT_YUV420P), SHAPE, 18);
    const full = new Error('The disk is full.');
    const written = () => {
      throw full;
    };
    await expect(encoded(encoder, written)).rejects.toBe(full);
  });

  it('has qualities that rise as the rate factor falls', () => {
    const quality = [15, 18, 23, 29, 35].map(
      (crf) => HARDWARE_ENCODERS.videotoolbox.options(crf)['global_quality'],
    );
    expect(quality).toEqual([...quality].sort((a, b) => Number(b) - Number(a)));
    expect(HARDWARE_ENCODERS.nvenc.options(23)).toMatchObject({ cq: 23 });
  });
});
