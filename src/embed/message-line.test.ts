import { afterEach, expect, it } from 'vitest';
import { MessageLine } from './message-line.ts';

interface Answers {
  readonly double: (value: number) => Promise<number>;
  readonly fail: (value: string) => void;
  readonly wait: (value: string) => Promise<void>;
}

const lines: MessageLine<Answers>[] = [];
afterEach(() => lines.splice(0).forEach((line) => line.close()));

function connect(): MessageLine<Answers> {
  const { port1, port2 } = new MessageChannel();
  const answers: Answers = {
    double: (value) => Promise.resolve(2 * value),
    fail: (value) => {
      throw new Error(`No ${value}.`);
    },
    wait: () => new Promise(() => undefined),
  };
  lines.push(new MessageLine(port2, answers), new MessageLine(port1, {}));
  return lines.at(-1)!;
}

it('answers each call on its own, and says why one fails', async () => {
  const line = connect();
  const calls = [line.call('double', 2), line.call('fail', 'edit'), line.call('double', 3)];
  expect(await Promise.allSettled(calls)).toEqual([
    { status: 'fulfilled', value: 4 },
    { status: 'rejected', reason: new Error('No edit.') },
    { status: 'fulfilled', value: 6 },
  ]);
});

it('answers nothing that is not one of its calls', async () => {
  const line = connect() as unknown as MessageLine<Record<string, (value: string) => void>>;
  await expect(line.call('toString', '')).rejects.toThrow('There is no call "toString".');
});

it('ends the calls that wait when it is closed', async () => {
  const line = connect();
  const call = line.call('wait', '');
  line.close();
  await expect(call).rejects.toThrow('The editor was closed.');
});
