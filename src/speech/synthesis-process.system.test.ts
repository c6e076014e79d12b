import { afterEach, describe, expect, it } from 'vitest';
import { SynthesisProcess } from './synthesis-process.ts';

const PROGRAM = {
  file: new URL('./programs/odd.fixture.ts', import.meta.url),
  arguments: [],
  reads: [],
  isNative: false,
  failure: 'It has failed.',
};
const LIMITS = { pieceMs: 20_000, idleMs: 20_000 };
const opened: SynthesisProcess[] = [];

function open(limits = LIMITS): SynthesisProcess {
  const process = new SynthesisProcess(PROGRAM, limits);
  opened.push(process);
  return process;
}

afterEach(async () => {
  await Promise.all(opened.splice(0).map((process) => process.close()));
});

async function ask(
  process: SynthesisProcess,
  order: string,
  signal = AbortSignal.timeout(20_000),
): Promise<unknown> {
  const words = [{ spoken: order, joined: false }];
  const request = { voice: '', speaker: 0, tempo: 1, pitch: 1, even: false, words };
  return JSON.parse((await process.speak(request, signal)).sound);
}

describe('the process of a synthesiser', () => {
  it('has no environment, and can neither read other files nor write files nor start programs', async () => {
    expect(await ask(open(), 'tell')).toMatchObject({ environment: [], allowed: [] });
  });

  it('stays for the next piece, and is replaced after a crash', async () => {
    const process = open();
    const first = await ask(process, 'tell');
    expect(await ask(process, 'tell')).toEqual(first);
    await expect(ask(process, 'crash')).rejects.toMatchObject({
      code: 'speech_failed',
      message: 'It has failed.',
    });
    expect(await ask(process, 'tell')).not.toEqual(first);
  });

  it('may end in the middle of an answer', async () => {
    const process = open();
    await expect(ask(process, 'break off')).rejects.toMatchObject({ code: 'speech_failed' });
    expect(await ask(process, 'tell')).toHaveProperty('pid');
  });

  it('is killed when its time is over', async () => {
    await expect(ask(open({ ...LIMITS, pieceMs: 300 }), 'hang')).rejects.toMatchObject({
      code: 'speech_failed',
    });
  });

  it('is killed when the speech is cancelled', async () => {
    const process = open();
    const [abort, waiting] = [new AbortController(), new AbortController()];
    const first = ask(process, 'hang', abort.signal);
    const second = ask(process, 'hang', waiting.signal);
    waiting.abort();
    await expect(second).rejects.toMatchObject({ code: 'cancelled' });
    abort.abort();
    await expect(first).rejects.toMatchObject({ code: 'cancelled' });
    expect(await ask(process, 'tell')).toHaveProperty('pid');
  });
});
