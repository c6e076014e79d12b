import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A span as a receiver of OpenTelemetry gets it. Ids are hexadecimal, times are nanoseconds. */
export interface ReceivedSpan {
  readonly name: string;
  readonly trace: string;
  readonly id: string;
  readonly parent: string;
  readonly start: bigint;
  readonly end: bigint;
  /** The values of attributes that are strings or whole numbers. */
  readonly attributes: Readonly<Record<string, string | bigint>>;
  /** The traces that the span has links to. */
  readonly links: readonly string[];
  /** 2 for an error. */
  readonly status: bigint;
}

/** A receiver of traces by OTLP over HTTP in protobuf. */
export interface TraceReceiver extends AsyncDisposable {
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
}

/** Starts a receiver of traces on loopback. */
export async function startTraceReceiver(): Promise<TraceReceiver> {
  const spans: ReceivedSpan[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      if (request.url === '/v1/traces') spans.push(...readSpans(body));
      response.writeHead(request.url === '/v1/traces' ? 200 : 404).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The numbers are those of trace.proto of OpenTelemetry. */
function readSpans(body: Buffer): ReceivedSpan[] {
  return messages(body, 1)
    .flatMap((resource) => messages(resource, 2))
    .flatMap((scope) => messages(scope, 2))
    .map((span) => ({
      name: text(span, 5),
      trace: hex(span, 1),
      id: hex(span, 2),
      parent: hex(span, 4),
      start: number(span, 7),
      end: number(span, 8),
      attributes: Object.fromEntries(messages(span, 9).map(readAttribute)),
      links: messages(span, 13).map((link) => hex(link, 1)),
      status: number(messages(span, 15)[0] ?? Buffer.alloc(0), 3),
    }));
}

function readAttribute(attribute: Buffer): [string, string | bigint] {
  const value = messages(attribute, 2)[0] ?? Buffer.alloc(0);
  return [text(attribute, 1), text(value, 1) || number(value, 3)];
}

const messages = (message: Buffer, field: number): Buffer[] =>
  [...fieldsOf(message)].flatMap(([key, value]) => (key === field && Buffer.isBuffer(value) ? [value] : []));
const text = (message: Buffer, field: number): string => messages(message, field)[0]?.toString() ?? '';
const hex = (message: Buffer, field: number): string => messages(message, field)[0]?.toString('hex') ?? '';
const number = (message: Buffer, field: number): bigint => {
  for (const [key, value] of fieldsOf(message)) if (key === field && typeof value === 'bigint') return value;
  return 0n;
};

/** Reads the fields of a message in the wire format of protobuf. */
function* fieldsOf(message: Buffer): Generator<[number, bigint | Buffer]> {
  let at = 0;
  const readVarint = (): bigint => {
    for (let value = 0n, shift = 0n; ; shift += 7n) {
      const byte = message[at++]!;
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  while (at < message.length) {
    const tag = Number(readVarint());
    const [field, type] = [tag >> 3, tag & 7];
    if (type === 0) yield [field, readVarint()];
    else if (type === 1) yield [field, message.readBigUInt64LE((at += 8) - 8)];
    else if (type === 5) yield [field, BigInt(message.readUInt32LE((at += 4) - 4))];
    else {
      const length = Number(readVarint());
      yield [field, message.subarray(at, (at += length))];
    }
  }
}
