/**
 * The program of the thread that runs the models. The runtime is made for pages: it wants the globals of a browser's
 * worker, which only this thread gets.
 */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { compileFunction } from 'node:vm';
import { parentPort } from 'node:worker_threads';
import { type CompiledModel, loadAndCompile, loadLiteRt, Tensor } from '@litertjs/core';
import { SUBJECT_MODELS, type ModelAnswer, type ModelRequest } from './models.ts';

const require = createRequire(import.meta.url);

/** The build without relaxed SIMD, whose results would depend on the processor. */
const RUNTIME = '@litertjs/core/wasm/litert_wasm_compat_internal.js';

/** Runs the script that makes the runtime, as a page would load it. */
function importScripts(path: string): void {
  const parameters = ['require', '__filename', '__dirname'];
  const make = compileFunction(`${readFileSync(path, 'utf8')}\nreturn ModuleFactory;`, parameters);
  const ModuleFactory: unknown = Reflect.apply(make, undefined, [require, path, dirname(path)]);
  Object.assign(globalThis, { ModuleFactory });
}

async function openRuntime(): Promise<void> {
  const ignore = (): void => undefined;
  // It writes what it does, and that there is no graphics card.
  Object.assign(console, { warn: ignore });
  Object.assign(globalThis, { self: globalThis, importScripts, Module: { print: ignore, printErr: ignore } });
  await loadLiteRt(require.resolve(RUNTIME));
}

const opened = new Map<string, Promise<CompiledModel>>();

async function openModel(file: string): Promise<CompiledModel> {
  return loadAndCompile(await readFile(require.resolve(file)), { accelerator: 'wasm' });
}

async function run({ model, input }: ModelRequest): Promise<Float32Array[]> {
  const { file, shape } = SUBJECT_MODELS[model];
  const compiled = opened.get(model) ?? openModel(file);
  opened.set(model, compiled);
  const tensor = new Tensor(input, [...shape]);
  const results = await (await compiled).run(tensor);
  tensor.delete();
  return results.map((result) => {
    // The cast is safe: all models have floats as results.
    const values = Float32Array.from(result.toTypedArray() as Float32Array);
    result.delete();
    return values;
  });
}

const runtime = openRuntime();

parentPort?.on('message', (request: ModelRequest) => {
  const { id } = request;
  const answer = (answered: ModelAnswer): void => parentPort?.postMessage(answered);
  runtime
    .then(() => run(request))
    .then(
      (results) => answer({ id, results }),
      (error: unknown) => answer({ id, failure: String(error) }),
    );
});
