import { expect, it } from 'vitest';
import { eventStream } from './fake-fetch.fixture.ts';
import { readEventData } from './event-stream.ts';
import { createTimeLimit } from './time-limit.ts';

async function collectEventData(...pieces: string[]): Promise<string[]> {
  const silence = createTimeLimit(1_000, () => new Error('silent'));
  const found: string[] = [];
  for await (const data of readEventData(eventStream(...pieces).body!, silence)) found.push(data);
  silence.end();
  return found;
}

it.each<[string, string[], string[]]>([
  ['one event', ['event: status\ndata: 1\n\n'], ['1']],
  ['two events in one piece', ['data: 1\n\ndata: 2\n\n'], ['1', '2']],
  ['an event in many pieces', ['da', 'ta: ab', 'c\n', '\n', 'data: 2\n\n'], ['abc', '2']],
  ['comments and other fields', [':\n\n: hello\n\nid: 7\nretry: 3\n\ndata: 1\n\n'], ['1']],
  ['data of several lines', ['data: a\ndata: b\n\n'], ['a\nb']],
  ['Windows line ends', ['event: status\r\ndata: 1\r\n\r\ndata: 2\r\n\r\n'], ['1', '2']],
  ['no space after the colon, and more than one', ['data:1\n\ndata:  2\n\n'], ['1', ' 2']],
  ['an event that is cut off, which is ignored', ['data: 1\n\ndata: 2\n'], ['1']],
  ['nothing', [], []],
])('reads %s', async (_, pieces, expected) => {
  expect(await collectEventData(...pieces)).toEqual(expected);
});

it('reads characters that are split between chunks', async () => {
  const bytes = new TextEncoder().encode('data: 日本\n\n');
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  const silence = createTimeLimit(1_000, () => new Error('silent'));
  const { value } = await readEventData(body, silence).next();
  silence.end();
  expect(value).toBe('日本');
});
