import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type EditFiles, listEditFiles, listFiles } from '../../edit/model.ts';
import type { EditResult } from '../produce/produce-job.ts';
import { type ParentStep, runSteps } from '../produce/steps.ts';
import { checkScripts } from '../browse/check-scripts.ts';
import { fetchAll } from './fetch.ts';
import { readFonts } from './fonts.ts';
import { generateAll } from './generate.ts';
import { type RunTarget, writeOutputs } from './output.ts';
import { drawAllPages, drawResolved } from './pages.ts';
import { planOutputs } from './plan.ts';
import type { RunState } from './run-state.ts';
import { makeAllStreams } from './streams.ts';
import { askForSpeech, transcribeAll } from './transcribe.ts';

/**
 * Runs all steps of a render.
 *
 * @throws {KinoraError} with a sentence that says what is wrong and where.
 */
export async function runRender(state: RunState, target: RunTarget): Promise<EditResult> {
  checkScripts(state.edit);
  state.outputs = await createOutputs(target.to, state.options.folder);
  const steps: Readonly<Record<ParentStep, () => Promise<unknown>>> = {
    generate: () => generateAll(state),
    fetch: () => fetchAll(state),
    fonts: () => readFonts(state),
    pages: () => drawAllPages(state),
    speech: () => askForSpeech(state),
    transcribe: () => transcribeAll(state),
    drawings: () => drawResolved(state, target),
    plan: () => planOutputs(state),
    streams: () => makeAllStreams(state),
    output: () => writeOutputs(state, target),
  };
  // The cast is safe: the last step is `output`.
  return (await runSteps(steps, state.options.signal)) as EditResult;
}

/**
 * Creates those output files that are not in the folder of the render. The child process may write into them, but
 * has no right to their folders.
 */
async function createOutputs(to: EditFiles, folder: string): Promise<string[]> {
  const elsewhere = listEditFiles(to)
    .flatMap(listFiles)
    .filter((path) => dirname(path) !== folder);
  await Promise.all(elsewhere.map((path) => writeFile(path, '')));
  return elsewhere;
}
