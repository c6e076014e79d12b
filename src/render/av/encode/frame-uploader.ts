import {
  AV_HWDEVICE_TYPE_VAAPI,
  AV_PIX_FMT_NV12,
  AV_PIX_FMT_VAAPI,
  Frame,
  HardwareDeviceContext,
  HardwareFramesContext,
} from 'node-av';
import { check, requireValue } from '../check.ts';
import { composedInput, FilterChain } from '../filter-chain.ts';

/** Pictures that the device holds at the same time: those that it compares, and a few that wait. */
const POOL_FRAMES = 20;

/** Brings composed pictures into the form that a hardware encoder takes. Close it with `using`. */
export class FrameUploader implements Disposable {
  private readonly toNv12: FilterChain;
  private readonly device: DeviceFramePool | undefined;

  /** @param device where the pictures go from memory; absent where the encoder takes them from there. */
  constructor(width: number, height: number, device?: DeviceFramePool) {
    this.toNv12 = new FilterChain('video', composedInput({ width, height }, '1/1'), 'format=nv12');
    this.device = device;
  }

  /** The same picture in the other form, which the caller frees. */
  async convert(frame: Frame): Promise<Frame> {
    this.toNv12.push(frame);
    const packed = requireValue(await this.toNv12.pull(), 'convert a picture');
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

/** Memory for pictures on a device, of one size. Close it with `using`. */
export class DeviceFramePool implements Disposable {
  readonly frames = new HardwareFramesContext();
  private readonly device = new HardwareDeviceContext();

  /**
   * @param type FFmpeg's number of the kind of device; its first one is taken.
   * @param format its pixel format.
   * @throws {MediaError} when there is no such device.
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
    check(this.frames.init(), 'take memory on the device');
  }

  /** A copy of an NV12 picture on the device, which the caller frees. */
  async upload(frame: Frame): Promise<Frame> {
    const copy = new Frame();
    copy.alloc();
    try {
      check(this.frames.getBuffer(copy), 'take memory on the device');
      check(await this.frames.transferData(copy, frame), 'bring a picture to the device');
      check(copy.copyProps(frame), 'bring a picture to the device');
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
