import { KinoraError } from '../../../base/errors.ts';
import { AV_PKT_DATA_DOVI_CONF, type Stream } from '../ffmpeg.ts';

/** Length in bytes of the configuration of Dolby Vision, as FFmpeg keeps it. */
export const DOLBY_VISION_BYTES = 8;

/** Reads the configuration of Dolby Vision, with the names that ffprobe uses. */
export function readDolbyVision(data: Buffer) {
  return {
    dv_version_major: data.readUInt8(0),
    dv_version_minor: data.readUInt8(1),
    dv_profile: data.readUInt8(2),
    dv_level: data.readUInt8(3),
    rpu_present_flag: data.readUInt8(4),
    el_present_flag: data.readUInt8(5),
    bl_present_flag: data.readUInt8(6),
    /** 0 if the pictures are in colours of Dolby's own. Otherwise they are also HDR10, HLG or SDR. */
    dv_bl_signal_compatibility_id: data.readUInt8(7),
  };
}

/**
 * Refuses a video in colours that only a decoder of Dolby shows right, such as those of profile 5.
 *
 * @throws {KinoraError} `asset_not_media`. The caller puts the name of the file in front of the message.
 */
export function refuseDolbyColours({ codecpar }: Stream): void {
  const data = codecpar.getCodedSideData(AV_PKT_DATA_DOVI_CONF);
  if (!data || data.length < DOLBY_VISION_BYTES) return;
  const { dv_profile: profile, dv_bl_signal_compatibility_id: compatible } = readDolbyVision(data);
  if (compatible > 0) return;
  const phrase = `is in Dolby Vision profile ${profile}, whose colours only Dolby's own decoders show; export it as profile 8, HDR10 or SDR`;
  throw new KinoraError('asset_not_media', phrase);
}
