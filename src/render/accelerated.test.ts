import { describe, expect, it } from 'vitest';
import { type ErrorCode, KinoraError } from '../base/errors.ts';
import { SILENT } from '../base/log.ts';
import { accelerated } from './accelerated.ts';
import type { HardwareName } from './media/hardware.ts';

const PRODUCED = {
  ...{ duration: 1, frames: 25, width: 64, height: 36 },
  warnings: [{ field: 'timeline', text: 'Something else.' }],
};
const SOFTWARE = 'so the video was encoded in software on all cores.';

/** What was produced with in turn, and the last warning. */
async function made(
  faults: Partial<Record<HardwareName, string | null | KinoraError>>,
  failing?: ErrorCode,
): Promise<{ tried: string[]; with: string[]; last: string | undefined }> {
  const [tried, used] = [new Array<string>(), new Array<string>()];
  const { warnings } = await accelerated({
    kinds: ['nvenc', 'qsv', 'vaapi'],
    fault: async (hardware) => {
      tried.push(hardware);
      const fault = faults[hardware];
      if (fault instanceof KinoraError) throw fault;
      return Promise.resolve(fault ?? null);
    },
    produce: async (hardware) => {
      used.push(hardware ?? 'x264');
      if (hardware && failing) throw new KinoraError(failing, 'It failed.');
      return Promise.resolve(PRODUCED);
    },
    log: SILENT,
  });
  return { tried, with: used, last: warnings[1]?.text };
}

describe('a render of the instance a1', () => {
  it('takes the first hardware that works', async () => {
    const first = await made({ nvenc: 'there is none', vaapi: null });
    expect(first).toEqual({ tried: ['nvenc', 'qsv'], with: ['qsv'], last: undefined });
  });

  it('is made in software, with a warning, where none works', async () => {
    const crashed = new KinoraError('render_crashed', 'The driver crashed.');
    const none = await made({ nvenc: 'there is none', qsv: crashed, vaapi: 'it is broken' });
    expect(none).toEqual({
      ...{ tried: ['nvenc', 'qsv', 'vaapi'], with: ['x264'] },
      last: `instance is "a1", but no hardware encoder works here for this size and rate, ${SOFTWARE}`,
    });
  });

  it.each<ErrorCode>(['render_crashed', 'render_stalled', 'render_out_of_memory'])(
    'begins anew in software, with a warning, where it ends with %s',
    async (code) => {
      expect(await made({}, code)).toEqual({
        ...{ tried: ['nvenc'], with: ['nvenc', 'x264'] },
        last: `instance is "a1", but the hardware encoder failed, ${SOFTWARE}`,
      });
    },
  );

  it.each<ErrorCode>(['asset_not_media', 'cancelled', 'render_timed_out'])(
    'fails with %s as any other',
    async (code) => {
      await expect(made({}, code)).rejects.toThrow('It failed.');
    },
  );

  it('is cancelled while hardware is tried', async () => {
    const cancelled = new KinoraError('cancelled', 'The render was cancelled.');
    await expect(made({ nvenc: cancelled })).rejects.toBe(cancelled);
  });
});
