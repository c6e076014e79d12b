import { vi } from 'vitest';
import type { Inspection } from './inspection.ts';

/**
 * Creates an inspection with fixed results: probes find one stream, dry runs one clip, and frames are the
 * text "picture".
 */
export function fakeInspection() {
  return {
    probe: vi.fn<Inspection['probe']>(() =>
      Promise.resolve({
        streams: [{ index: 0, codec_type: 'video', disposition: { default: 1 } }],
        chapters: [],
        format: { filename: 'a.mp4', nb_streams: 1 },
      }),
    ),
    dryRun: vi.fn<Inspection['dryRun']>(() =>
      Promise.resolve(
        JSON.stringify({
          timeline: { duration: null, tracks: [{ clips: [{ start: 0, length: null }] }] },
          output: { format: 'mp4', width: 64, height: 36, fps: 25, frames: null, duration: null },
          warnings: [{ field: 'timeline', text: 'It is long.' }],
        }),
      ),
    ),
    speak: vi.fn<Inspection['speak']>(() => Promise.resolve(Buffer.from('speech'))),
    frame: vi.fn<Inspection['frame']>(() =>
      Promise.resolve({ picture: Buffer.from('picture'), warnings: [] }),
    ),
    sheet: vi.fn<Inspection['sheet']>(() =>
      Promise.resolve({ picture: Buffer.from('picture'), warnings: [], moments: [0.5, 1.5] }),
    ),
    layers: vi.fn<Inspection['layers']>(() =>
      Promise.resolve({ timeline: { timeline: { width: 64 } }, warnings: [] }),
    ),
    layerPicture: vi.fn<Inspection['layerPicture']>(() => Promise.resolve(Buffer.from('picture'))),
    layerPiece: vi.fn<Inspection['layerPiece']>((_id, piece) =>
      Promise.resolve(piece < 2 ? Buffer.from(`piece ${piece}`) : undefined),
    ),
    waveform: vi.fn<Inspection['waveform']>(() =>
      Promise.resolve({ duration: 2, peaks: [0.5, 0], warnings: [] }),
    ),
  } satisfies Inspection;
}
