import { describe, expect, it } from 'vitest';
import { toSeconds, ZERO } from '../../base/time.ts';
import { choosePacket, keyBefore, type Packet } from './video-piece.ts';

/** Frames at 25 per second, with a key frame every half second. */
function packets(from: number, count: number): Packet[] {
  return Array.from({ length: count }, (_, index) => packetAt(from + index / 25, index % 12 === 0));
}

function packetAt(second: number, isKey = false): Packet {
  // The cast is safe: these functions do not read the data.
  return {
    time: toSeconds(Number(second.toFixed(6))),
    timestamp: Math.round(second * 1e6),
    isKey,
    coded: { toEncodedVideoChunk: () => ({}) as EncodedVideoChunk },
  };
}

/** A moment of an output with 25 frames per second. */
function moment(second: number, lead = 0.02) {
  return { time: toSeconds(second), lead: toSeconds(lead), tail: ZERO };
}

describe('the frame of a moment is', () => {
  const list = packets(2, 50);
  it('the one that began last', () => expect(choosePacket(list, moment(2.041))).toBe(1));
  it('one that begins a moment later and is nearer', () => expect(choosePacket(list, moment(2.079))).toBe(2));
  it('not early without a lead', () => expect(choosePacket(list, moment(2.079, 0))).toBe(1));
  it('the first one before all of them', () => expect(choosePacket(list, moment(1.9))).toBe(0));
  it('the last one after all of them', () => expect(choosePacket(list, moment(3.999))).toBe(49));
  it('the first one of the next piece if it is nearer', () =>
    expect(choosePacket(list, moment(3.999), packetAt(4))).toBe(50));
});

it('finds the key frame that a frame is decoded from', () => {
  const list = packets(0, 50);
  expect([0, 11, 12, 30].map((index) => keyBefore(list, index))).toEqual([0, 0, 12, 24]);
});
