import { KinoraError } from '../../base/errors.ts';
import { redactUrl } from '../../base/redact-url.ts';
import {
  codecOf,
  combineWarnings,
  type EditFiles,
  listEditFiles,
  type RenderFiles,
} from '../../edit/model.ts';
import { HardwareTrials } from '../hardware/hardware-trials.ts';
import { listHardware } from '../hardware/list-hardware.ts';
import { renderWithHardware } from '../hardware/render-with-hardware.ts';
import { isProcessFailure, runInChild } from '../child/run-in-child.ts';
import { type HardwareName, hardwareKindsOf } from '../media/hardware.ts';
import { nameOutputInError } from '../produce/name-output-in-error.ts';
import type {
  EditResult,
  LayersRequest,
  OutputRequest,
  PieceSource,
  RenderResult,
} from '../produce/produce-job.ts';
import type { RunState } from './run-state.ts';

/** The results of hardware trials, shared by all renders of this process. */
const TRIALS = new HardwareTrials();

/** The result to make: the outputs of an edit, one frame or a sheet of it, the peaks of its sound, or its layers. */
export interface RunTarget extends Pick<OutputRequest, 'at' | 'height' | 'sheet' | 'points' | 'piece'> {
  /** See `LayersRequest`. */
  readonly layers?: Pick<LayersRequest, 'height'>;
  readonly to: EditFiles;
}

/** One output of the result. */
interface OutputTarget extends Omit<RunTarget, 'to'> {
  readonly to: RenderFiles<string>;
  /** Its place among the outputs of the edit. */
  readonly index: number;
}

/** Writes the outputs one after the other. They share the media of the child process. */
export async function writeOutputs(state: RunState, { to, ...target }: RunTarget): Promise<EditResult> {
  if (target.piece) requireVersion(state, target.piece);
  const results: RenderResult[] = [];
  for (const [index, files] of listEditFiles(to).entries())
    results.push(await writeNamedOutput(state, { ...target, to: files, index }));
  for (const { exchange } of state.kept.values()) await exchange.finish();
  const [first, ...others] = results;
  if (!first) throw new Error('A render has no output.');
  const { edit, generation, transcription, pages } = state;
  const warnings = [
    ...state.warnings,
    ...combineWarnings(
      edit,
      results.map((result, index) => [...result.warnings, ...(pages[index]?.warnings ?? [])]),
    ),
    ...generation.warnings,
    ...transcription.warnings,
  ];
  return { ...first, warnings, ...(edit.others && { others }) };
}

/** Checks that a source is still the one whose pieces are made. @throws {KinoraError} `not_found`. */
function requireVersion({ versions }: RunState, { src, version }: PieceSource): void {
  if ((versions[src] ?? version) === version) return;
  const message = `${redactUrl(src)} has changed. Ask for the layers of the edit again.`;
  throw new KinoraError('not_found', message);
}

async function writeNamedOutput(state: RunState, target: OutputTarget): Promise<RenderResult> {
  const { instance, output } = state.edits[target.index] ?? state.edit;
  const canUseHardware = instance === 'a1' && codecOf(output) === 'h264' && state.kind === 'output';
  try {
    return await (canUseHardware ? writeWithHardware(state, target) : writeInChild(state, target));
  } catch (error) {
    // The process itself names the output in its errors. Only its parent knows how it ended.
    throw isProcessFailure(error) ? nameOutputInError(state.edit, target.index, error) : error;
  }
}

async function writeInChild(
  state: RunState,
  target: OutputTarget,
  more: { hardware?: HardwareName; began?: number } = {},
): Promise<RenderResult> {
  const { began, ...hardware } = more;
  const { index, layers, ...made } = target;
  const kept = state.kept.get(index);
  const streams = kept && { streams: kept.exchange.folder };
  const watched = state.options.stream;
  const stream = watched?.position === index ? { stream: watched.folder } : {};
  const versioned = layers && { layers: { ...layers, versions: state.versions } };
  const given = { ...made, ...versioned, ...state.timelineOf(index), ...streams, ...stream, ...hardware };
  const request = { step: 'output', ...given } as const;
  const isLast = state.kind === 'output' && index === state.edits.length - 1;
  const result = await state.ask(request, {
    began,
    until: isLast ? 'end' : 'outcome',
    onProgress: ({ made, ...progress }) => {
      if (made === undefined) state.reportOutput(progress, index);
      else void kept?.exchange.keep(made);
    },
  });
  return kept?.describe(result) ?? result;
}

async function writeWithHardware(state: RunState, target: OutputTarget): Promise<RenderResult> {
  const { output } = state.edits[target.index] ?? state.edit;
  const { folder, signal } = state.options;
  const { log } = state.config;
  // One time limit covers both attempts: the render with hardware and, if the hardware fails, the render in
  // software.
  const began = performance.now();
  const kinds = await listHardware();
  return renderWithHardware({
    kinds,
    absent: hardwareKindsOf(process.platform).filter((kind) => !kinds.includes(kind)),
    findFault: (hardware) =>
      TRIALS.findFault(hardware, output, () =>
        runInChild({ kind: 'hardware', hardware, output, folder }, { signal, log }),
      ),
    onFailure: (hardware) => TRIALS.forget(hardware, output),
    produce: (hardware) => writeInChild(state, target, { began, ...(hardware && { hardware }) }),
    log,
  });
}
