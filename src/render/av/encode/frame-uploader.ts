import {
  AV_HWDEVICE_TYPE_VAAPI,
  AV_PIX_FMT_NV12,
  AV_PIX_FMT_VAAPI,
  Frame,
  HardwareDeviceContext,
  HardwareFramesContext,
} from '../ffmpeg.ts';
import { check, requireValue } from '../check.ts';
import { composedInput, FilterChain } from '../filter-chain.ts';

/** Number of frames in a device pool: enough for the reference frames and a few queued ones. */
const POOL_FRAMES = 20;

/** Converts composed frames to the format of a hardware encoder. Close it with `using`. */
export class FrameUploader implements Disposable {
  private readonly toNv12: FilterChain;
  private readonly device: DeviceFramePool | undefined;

  /** @param device the device to upload the frames to; absent if the encoder reads them from main memory. */
  constructor(width: number, height: number, device?: DeviceFramePool) {
    this.toNv12 = new FilterChain('video', composedInput({ width, height }, '1/1'), 'format=nv12');
    this.device = device;
  }

  /**
   * Converts a frame.
   *
   * @returns a new frame, which the caller frees.
   * @throws {MediaError} if the conversion or the upload fails.
   */
  async convert(frame: Frame): Promise<Frame> {
    this.toNv12.push(frame);
    const packed = requireValue(await this.toNv12.pull(), 'convert the frame');
    if (!this.device) return packed;
    try {
      return await this.device.upload(packed);
    } finally {
      packed.free();
    }
  }

  [Symbol.dispose](): void {
    this.toNv12[Symbol.dispose]();
    this.device?.[Symbol.dispose]();
  }
}

/** A pool of frames of one size in the memory of a device. Close it with `using`. */
export class DeviceFramePool implements Disposable {
  readonly frames = new HardwareFramesContext();
  private readonly device = new HardwareDeviceContext();

  /**
   * @param width, height size of the frames in pixels.
   * @param type FFmpeg's number of the device type. The first device of this type is used.
   * @param format the pixel format of the device.
   * @throws {MediaError} if the machine has no device of this type.
   */
  constructor(
    width: number,
    height: number,
    {
      type,
      format,
    }: {
      type: Parameters<HardwareDeviceContext['create']>[0];
      format: HardwareFramesContext['format'];
    } = VAAPI,
  ) {
    check(this.device.create(type), 'open the device');
    this.frames.alloc(this.device);
    this.frames.format = format;
    this.frames.swFormat = AV_PIX_FMT_NV12;
    this.frames.width = width;
    this.frames.height = height;
    this.frames.initialPoolSize = POOL_FRAMES;
    check(this.frames.init(), 'allocate device memory');
  }

  /**
   * Copies an NV12 frame to the device. The caller frees the copy.
   *
   * @throws {MediaError} if the upload fails.
   */
  async upload(frame: Frame): Promise<Frame> {
    const copy = new Frame();
    copy.alloc();
    try {
      check(this.frames.getBuffer(copy), 'allocate device memory');
      check(await this.frames.transferData(copy, frame), 'upload the frame to the device');
      check(copy.copyProps(frame), 'upload the frame to the device');
      return copy;
    } catch (error) {
      copy.free();
      throw error;
    }
  }

  [Symbol.dispose](): void {
    this.frames.free();
    this.device.free();
  }
}

const VAAPI = { type: AV_HWDEVICE_TYPE_VAAPI, format: AV_PIX_FMT_VAAPI };
