import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, isIPv4, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { errorCodeOf } from '../../base/error-code.ts';

/** A question to a name server. */
export interface DnsQuestion {
  readonly name: string;
  readonly type: 'A' | 'AAAA';
  readonly by: 'udp' | 'tcp';
}

/** The answer of a name server. Undefined if it never answers. */
export type DnsAnswer =
  | {
      /** IP addresses, and names for which the name before stands (CNAME). */
      readonly records?: readonly string[];
      readonly status?: 'NXDOMAIN' | 'SERVFAIL' | undefined;
      readonly isTruncated?: boolean;
      readonly delayMs?: number;
    }
  | undefined;

/** A name server on 127.0.0.1, for UDP and TCP. */
export interface DnsServer extends AsyncDisposable {
  readonly port: number;
  readonly questions: DnsQuestion[];
}

const TYPES: Readonly<Record<number, 'A' | 'AAAA'>> = { 1: 'A', 28: 'AAAA' };
const STATUSES = { NXDOMAIN: 3, SERVFAIL: 2 };

/** Starts a name server. @param answer decides about each question. */
export async function startDnsServer(answer: (question: DnsQuestion) => DnsAnswer): Promise<DnsServer> {
  const questions: DnsQuestion[] = [];
  const sockets = new Set<Socket>();
  const respond = async (
    message: Buffer,
    by: 'udp' | 'tcp',
    send: (bytes: Buffer) => void,
  ): Promise<void> => {
    const question = readQuestion(message, by);
    questions.push(question);
    const given = answer(question);
    if (given?.delayMs !== undefined) await wait(given.delayMs, undefined, { ref: false });
    if (given) send(encodeAnswer(message, question, given));
  };
  const tcp = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
    // A question is small enough for one packet.
    socket.on('data', (bytes) => {
      void respond(bytes.subarray(2), 'tcp', (reply) => {
        const length = Buffer.alloc(2);
        length.writeUInt16BE(reply.length);
        socket.write(Buffer.concat([length, reply]));
      });
    });
  });
  const { port, udp } = await listenTwice(tcp);
  let isOpen = true;
  udp.on('message', (bytes, from) => {
    void respond(bytes, 'udp', (reply) => {
      if (isOpen) udp.send(reply, from.port, from.address);
    });
  });
  return {
    port,
    questions,
    async [Symbol.asyncDispose]() {
      isOpen = false;
      udp.close();
      for (const socket of sockets) socket.destroy();
      tcp.close();
      await once(tcp, 'close');
    },
  };
}

/**
 * Opens one port for both. A port that is free for TCP may be the one from which another program sends by
 * UDP: then the next is tried.
 */
async function listenTwice(tcp: Server): Promise<{ port: number; udp: UdpSocket }> {
  for (let attempt = 1; ; attempt++) {
    tcp.listen(0, '127.0.0.1');
    await once(tcp, 'listening');
    const { port } = tcp.address() as AddressInfo;
    const udp = createSocket('udp4');
    try {
      udp.bind(port, '127.0.0.1');
      await once(udp, 'listening');
      return { port, udp };
    } catch (error) {
      udp.close();
      tcp.close();
      await once(tcp, 'close');
      if (attempt === 10 || errorCodeOf(error) !== 'EADDRINUSE') throw error;
    }
  }
}

function readQuestion(message: Buffer, by: 'udp' | 'tcp'): DnsQuestion {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: TYPES[message.readUInt16BE(at + 1)] ?? 'A', by };
}

function encodeAnswer(
  message: Buffer,
  { name, type, by }: DnsQuestion,
  { records = [], status, isTruncated = false }: NonNullable<DnsAnswer>,
): Buffer {
  const cut = isTruncated && by === 'udp';
  let owner = name;
  const answers = (cut ? [] : records).flatMap((record) => {
    const isAddress = /^[\d.]+$|:/.test(record);
    if (isAddress && isIPv4(record) !== (type === 'A')) return [];
    const bytes = encodeRecord(owner, record, isAddress ? (type === 'A' ? 1 : 28) : 5);
    if (!isAddress) owner = record;
    return [bytes];
  });
  const header = Buffer.alloc(12);
  message.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | (cut ? 0x200 : 0) | (status ? STATUSES[status] : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(answers.length, 6);
  const question = Buffer.concat([encodeName(name), Buffer.from([0, type === 'A' ? 1 : 28, 0, 1])]);
  return Buffer.concat([header, question, ...answers]);
}

function encodeRecord(owner: string, record: string, type: number): Buffer {
  const data = type === 5 ? encodeName(record) : encodeAddress(record);
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(type, 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([encodeName(owner), fixed, data]);
}

function encodeName(name: string): Buffer {
  const labels = name
    .split('.')
    .map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]));
  return Buffer.concat([...labels, Buffer.from([0])]);
}

function encodeAddress(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number));
  const [head = '', tail = ''] = address.split('::');
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'));
  const missing = 8 - groups(head).length - groups(tail).length;
  const all = [...groups(head), ...Array<string>(missing).fill('0'), ...groups(tail)];
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex');
}
