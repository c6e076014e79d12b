import type { OpenRenderServices } from '../engine/render-services.ts';
import { OFFLINE_CONTEXT } from '../worker/worker-context.fixture.ts';

/** Services of a process that renders and inspects nothing. */
export const NO_RENDER_SERVICES: Awaited<ReturnType<OpenRenderServices>> = {
  render: () => Promise.reject(new Error('This test renders nothing.')),
  ...OFFLINE_CONTEXT,
  canTranscribe: false,
  inspection: {
    probe: () => Promise.resolve({}),
    speak: () => Promise.resolve(Buffer.alloc(0)),
    dryRun: () => Promise.resolve('{}'),
    frame: () => Promise.resolve({ picture: Buffer.alloc(0), warnings: [] }),
    sheet: () => Promise.resolve({ picture: Buffer.alloc(0), warnings: [], moments: [] }),
    layers: () => Promise.resolve({ timeline: {}, warnings: [] }),
    layerPicture: () => Promise.resolve(undefined),
    layerPiece: () => Promise.resolve(undefined),
    waveform: () => Promise.resolve({ duration: 0, peaks: [], warnings: [] }),
  },
  close: () => Promise.resolve(),
};

/** Opens {@link NO_RENDER_SERVICES}. */
export const noRenderServices: OpenRenderServices = () => NO_RENDER_SERVICES;
