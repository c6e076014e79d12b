import { AV_PIX_FMT_NV12, AV_PIX_FMT_VAAPI, AV_PIX_FMT_YUV420P, FF_ENCODER_LIBX264 } from 'node-av';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { mapFrames } from '../../../../test/media/decode-output.ts';
import { readNumber, paintNumber } from '../../../../test/media/clips.ts';
import { createMediaFolder } from '../../../../test/media/render-edit.ts';
import { toRate } from '../../../base/time.ts';
import { type Encoder, type PacketSink, stampFrame } from './encoder.ts';
import { HardwareFailed } from '../../media/hardware.ts';
import { HARDWARE_ENCODERS, openHardwareEncoder, type HardwareKind } from './hardware-encoder.ts';
import { Muxer } from './muxer.ts';
import { createVideoFrame, planesOf } from '../video/video-frame.ts';

const SHAPE = { width: 96, height: 64, rate: toRate(25), keyframeEvery: 50 };

let folder: Awaited<ReturnType<typeof createMediaFolder>>;
beforeAll(async () => void (folder = await createMediaFolder()));
afterAll(() => folder[Symbol.asyncDispose]());

/** x264 instead of hardware. It also accepts frames with two planes. */
function standIn(pixels: HardwareKind['pixels']): HardwareKind {
  return { codec: FF_ENCODER_LIBX264, pixels, options: (crf) => ({ crf, preset: 'ultrafast' }) };
}

/** Encodes ten numbered frames. */
async function encoded(encoder: Encoder, sink: PacketSink): Promise<void> {
  for (let index = 0; index < 10; index++) {
    using frame = createVideoFrame(SHAPE.width, SHAPE.height);
    const planes = planesOf(frame);
    paintNumber(planes, index);
    planes.u.data.fill(90);
    planes.v.data.fill(160);
    stampFrame(frame, index);
    await encoder.encode(frame, sink);
  }
  await encoder.finish(sink);
}

describe('a hardware encoder', () => {
  it.each([AV_PIX_FMT_YUV420P, AV_PIX_FMT_NV12])(
    'receives every frame in its pixel format %i',
    async (pixels) => {
      const path = folder.path(`${pixels}.mp4`);
      using encoder = await openHardwareEncoder(standIn(pixels), SHAPE, 18);
      using muxer = new Muxer(path, 'mp4');
      const sink = muxer.add(encoder);
      await muxer.begin({});
      await encoded(encoder, sink);
      await muxer.finish();
      const frames = await mapFrames(path, (planes, seconds) => ({
        number: readNumber(planes),
        position: Math.round(seconds * 25),
        colour: [planes.u.data[20], planes.v.data[20]].map((value) => Math.round((value ?? 0) / 10)),
      }));
      expect(frames).toEqual(
        Array.from({ length: 10 }, (_, index) => ({ number: index, position: index, colour: [9, 16] })),
      );
    },
  );

  it('throws HardwareFailed if its device or an option does not exist', async () => {
    await expect(openHardwareEncoder(standIn(AV_PIX_FMT_VAAPI), SHAPE, 18)).rejects.toThrow(HardwareFailed);
    const wrong = { ...standIn(AV_PIX_FMT_YUV420P), options: () => ({ preset: 'no such preset' }) };
    await expect(openHardwareEncoder(wrong, SHAPE, 18)).rejects.toThrow(HardwareFailed);
  });

  it('throws HardwareFailed if a packet is missing', async () => {
    using encoder = await openHardwareEncoder(standIn(AV_PIX_FMT_YUV420P), SHAPE, 18);
    const { context } = encoder;
    let given = 0;
    // Simulates a driver that loses a packet in the middle.
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
    await expect(work).rejects.toHaveProperty('cause.message', '9 packets for 10 frames');
  });

  it('passes on the error of a packet that cannot be written', async () => {
    using encoder = await openHardwareEncoder(standIn(AV_PIX_FMT_YUV420P), SHAPE, 18);
    const full = new Error('The disk is full.');
    const written = () => {
      throw full;
    };
    await expect(encoded(encoder, written)).rejects.toBe(full);
  });

  it('raises the quality as the rate factor falls', () => {
    const quality = [15, 18, 23, 29, 35].map(
      (crf) => HARDWARE_ENCODERS.videotoolbox.options(crf)['global_quality'],
    );
    expect(quality).toEqual([...quality].sort((a, b) => Number(b) - Number(a)));
    expect(HARDWARE_ENCODERS.nvenc.options(23)).toMatchObject({ cq: 23 });
  });
});
