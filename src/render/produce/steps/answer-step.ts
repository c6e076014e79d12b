import { KinoraError } from '../../../base/errors.ts';
import { redactUrl } from '../../../base/redact-url.ts';
import { type Edit, listSources } from '../../../edit/model.ts';
import { listBrowserDrawings } from '../../compose/browser-drawings.ts';
import { UnreadableSource } from '../../media/unreadable-source.ts';
import { nameOutputInError } from '../name-output-in-error.ts';
import { describeFonts, openCustomFonts } from '../open-fonts.ts';
import type {
  DrawingsRequest,
  SpeechRequest,
  StepAnswers,
  StepRequest,
  TimelineRequest,
} from '../produce-job.ts';
import { type ChildStep, runSteps } from '../steps.ts';
import type { ChildState } from './child-state.ts';
import { listFilmedClips } from './films.ts';
import { answerOutput } from './output.ts';
import { answerPlan } from './plan.ts';
import { prepareMedia } from './prepare.ts';
import { resolveOutput } from './resolve.ts';
import { answerStreams } from './streams.ts';

/** A step of the child. It returns its answer, if it has one. */
type Step = () => unknown;

/**
 * Answers one request of the parent. Runs the steps before the answer that have not run yet.
 *
 * @throws {KinoraError} if the edit or one of its files is invalid.
 * @throws {RemoteReadError} if the bytes of a file are unavailable.
 */
export async function answerStep<Request extends StepRequest>(
  state: ChildState,
  request: Request,
): Promise<StepAnswers[Request['step']]> {
  try {
    // The cast is safe: the last step is the one that the request asks for.
    return (await runSteps(listSteps(state, request))) as StepAnswers[Request['step']];
  } catch (error) {
    throw error instanceof UnreadableSource ? toDamagedError(state.job.edit, error) : error;
  }
}

/** Returns the steps that an answer needs. All except the last one run only once. */
function listSteps(state: ChildState, request: StepRequest): Partial<Record<ChildStep, Step>> {
  const fonts = (): Promise<unknown> => answerFonts(state);
  if (request.step === 'fonts') return { fonts };
  if (request.step === 'speech') return { speech: () => answerSpeech(state, request) };
  const named = (step: Step): Step => nameErrors(step, state.job.edit, request);
  const before = {
    fonts,
    probe: async () => (state.media ??= await state.prober.probeAll()),
    prepare: () => prepareMedia(state),
    resolve: named(() => resolveOutput(state, request)),
  };
  switch (request.step) {
    case 'drawings':
      return { ...before, drawings: named(() => answerDrawings(state, request)) };
    case 'plan':
      return { ...before, plan: named(() => answerPlan(state, request)) };
    case 'streams':
      return { ...before, streams: named(() => answerStreams(state, request)) };
    case 'output':
      return { ...before, output: named(() => answerOutput(state, request)) };
  }
}

/** Opens the fonts of the edit, if pictures are composed. */
async function answerFonts(state: ChildState): Promise<StepAnswers['fonts']> {
  const { edit, files } = state.job;
  state.fonts ??= state.isComposed ? await openCustomFonts(listSources(edit), files) : [];
  return describeFonts(state.fonts);
}

/** Extracts the speech for captions. */
async function answerSpeech(state: ChildState, { captions }: SpeechRequest): Promise<StepAnswers['speech']> {
  const { job, prober, report } = state;
  // Loaded on demand, because few edits have captions from speech.
  const { extractSpeech } = await import('../../transcribe/extract-speech.ts');
  const onRead = (): void => report({ phase: 'preprocessing' });
  return (state.speech ??= await extractSpeech({ ...job, captions, prober }, onRead));
}

/** Lists the SVGs of the output that the browser must draw, and the pages that it must film. */
function answerDrawings(state: ChildState, request: DrawingsRequest): StepAnswers['drawings'] {
  const svgs = listBrowserDrawings(state.output.timeline, state.fontLibrary);
  const films = listFilmedClips(state, request);
  // The next request brings their pictures, which are added to a new timeline.
  if (svgs.length + films.length > 0) state[Symbol.dispose]();
  return { svgs, films };
}

/** Returns a step that names its output in its errors, if there are several. */
function nameErrors(step: Step, edit: Edit, { index = 0 }: TimelineRequest): Step {
  return async () => {
    try {
      return await step();
    } catch (error) {
      throw nameOutputInError(edit, index, error);
    }
  };
}

/** Converts the failure to an error for the client. */
function toDamagedError(edit: Edit, error: UnreadableSource): KinoraError {
  const source = listSources(edit).find(({ field }) => `${field}.`.startsWith(`${error.field}.`));
  const shown = source ? `${source.field}: ${redactUrl(source.url)}` : `${error.field}: its file`;
  const message = `${shown} is damaged: it begins like a media file, but cannot be decoded.`;
  return new KinoraError('asset_not_media', message, { cause: error });
}
