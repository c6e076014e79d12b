import { describe, expect, it } from 'vitest';
import { type ErrorCode, KinoraError } from '../../base/errors.ts';
import { SILENT } from '../../base/logger.ts';
import { renderWithHardware } from './render-with-hardware.ts';
import { HardwareFailed, type HardwareName } from '../media/hardware.ts';

const PRODUCED = {
  duration: 1,
  frames: 25,
  width: 64,
  height: 36,
  warnings: [{ field: 'timeline', text: 'Something else.' }],
};
const SOFTWARE = 'so the video was encoded in software on all cores. VideoToolbox: no device.';

/** Simulates a render. Returns the tried, the used and the failed encoders, and the last warning. */
async function renderWith(
  faults: Partial<Record<HardwareName, unknown>>,
  failing?: KinoraError,
): Promise<{ tried: string[]; with: string[]; failed: string[]; last: string | undefined }> {
  const [tried, used, failed] = [new Array<string>(), new Array<string>(), new Array<string>()];
  const { warnings } = await renderWithHardware({
    kinds: ['nvenc', 'qsv', 'vaapi'],
    absent: ['videotoolbox'],
    findFault: async (hardware) => {
      tried.push(hardware);
      return Promise.resolve(faults[hardware] ?? null);
    },
    onFailure: (hardware) => void failed.push(hardware),
    produce: async (hardware) => {
      used.push(hardware ?? 'x264');
      if (hardware && failing) throw failing;
      return Promise.resolve(PRODUCED);
    },
    log: SILENT,
  });
  return { tried, with: used, failed, last: warnings[1]?.text };
}

describe('a render of the instance a1', () => {
  it('uses the first hardware that works, and tells it', async () => {
    const first = await renderWith({ nvenc: 'there is none in /dev', vaapi: null });
    expect(first).toEqual({
      tried: ['nvenc', 'qsv'],
      with: ['qsv'],
      failed: [],
      last: 'Quick Sync, the first that works, encoded the video. VideoToolbox: no device. NVENC: cannot encode a test video.',
    });
  });

  it('is encoded in software if no hardware works, and tells why each does not', async () => {
    const crashed = new KinoraError('render_crashed', 'The driver crashed.');
    const none = await renderWith({ nvenc: 'there is none', qsv: crashed, vaapi: 'it is broken' });
    expect(none).toEqual({
      tried: ['nvenc', 'qsv', 'vaapi'],
      with: ['x264'],
      failed: [],
      last: `No hardware encoder of this machine works at this size and frame rate, ${SOFTWARE} NVENC: cannot encode a test video. Quick Sync: its process ended with render_crashed during a test. VA-API: cannot encode a test video.`,
    });
  });

  it('is restarted in software with a warning if the hardware encoder fails', async () => {
    expect(await renderWith({}, new HardwareFailed('the driver'))).toEqual({
      tried: ['nvenc'],
      with: ['nvenc', 'x264'],
      failed: ['nvenc'],
      last: `The hardware encoder, NVENC, failed, ${SOFTWARE}`,
    });
  });

  it.each<ErrorCode>(['render_crashed', 'render_stalled', 'render_out_of_memory'])(
    'is restarted in software if it ends with %s, and the warning does not blame the hardware',
    async (code) => {
      expect(await renderWith({}, new KinoraError(code, 'It ended.'))).toEqual({
        tried: ['nvenc'],
        with: ['nvenc', 'x264'],
        failed: ['nvenc'],
        last: `The render with the hardware encoder, NVENC, failed with ${code}, ${SOFTWARE}`,
      });
    },
  );

  it.each<ErrorCode>(['asset_not_media', 'cancelled', 'render_timed_out', 'internal'])(
    'fails with %s like any other render',
    async (code) => {
      const error = new KinoraError(code, 'It failed.');
      await expect(renderWith({}, error)).rejects.toBe(error);
    },
  );
});
