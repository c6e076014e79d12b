import { Worker } from 'node:worker_threads';

/** The models, with the shapes of their inputs: one picture, its rows, its columns, and its colours. */
export const SUBJECT_MODELS = {
  face: { file: '@mediapipe/face_detection/face_detection_full_range.tflite', shape: [1, 192, 192, 3] },
  person: { file: '@mediapipe/selfie_segmentation/selfie_segmentation.tflite', shape: [1, 256, 256, 3] },
} as const;

/** A picture for a model. */
export interface ModelRequest {
  readonly id: number;
  readonly model: keyof typeof SUBJECT_MODELS;
  readonly input: Float32Array;
}

/** The results of a model, or why there are none. */
export type ModelAnswer =
  | { readonly id: number; readonly results: readonly Float32Array[] }
  | { readonly id: number; readonly failure: string };

/** The thread of the models, and what waits for its answers, by their ids. */
interface ModelThread {
  readonly worker: Worker;
  readonly waiting: Map<number, PromiseWithResolvers<readonly Float32Array[]>>;
}

let running: ModelThread | undefined;
let asked = 0;

/**
 * Runs a model on a picture. The first call starts the thread of the models, which takes a third of a second.
 *
 * @param input colours of the pixels, row by row, in the shape and the range of the model. Not usable afterwards.
 * @throws {Error} if the runtime fails.
 */
export async function runModel(
  model: keyof typeof SUBJECT_MODELS,
  input: Float32Array<ArrayBuffer>,
): Promise<readonly Float32Array[]> {
  const { worker, waiting } = (running ??= startThread());
  const request: ModelRequest = { id: asked++, model, input };
  const answered = Promise.withResolvers<readonly Float32Array[]>();
  waiting.set(request.id, answered);
  worker.ref();
  worker.postMessage(request, [input.buffer]);
  try {
    return await answered.promise;
  } finally {
    waiting.delete(request.id);
    // The thread must not keep the process from ending.
    if (waiting.size === 0) worker.unref();
  }
}

function startThread(): ModelThread {
  const worker = new Worker(new URL('./model-thread.ts', import.meta.url));
  const waiting: ModelThread['waiting'] = new Map();
  worker.on('message', (answer: ModelAnswer) => {
    if ('results' in answer) waiting.get(answer.id)?.resolve(answer.results);
    else waiting.get(answer.id)?.reject(new Error(`A model failed: ${answer.failure}`));
  });
  worker.on('error', (error) => {
    running = undefined;
    for (const { reject } of waiting.values()) reject(error);
  });
  return { worker, waiting };
}
