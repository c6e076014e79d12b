import { tryParseJson } from '../../base/try-parse-json.ts';
import { usesCache } from '../../edit/model.ts';
import type { Sources } from '../fetch/sources.ts';
import { FileContent } from '../produce/file-content.ts';
import type { SourceFile } from '../media/source-file.ts';
import type { StepAnswers } from '../produce/produce-job.ts';
import { KeptOutput } from '../streams/kept-output.ts';
import { NOTHING_KEPT } from '../streams/segment-store.ts';
import type { RunState } from './run-state.ts';
import { countMakers, hasSegments } from './streams.ts';

/** Brings those segments of the outputs that are kept from earlier renders. */
export async function planOutputs(state: RunState): Promise<void> {
  const { kind, config, options } = state;
  for (const [index, edit] of state.edits.entries()) {
    if (kind !== 'output' || !(await hasSegments(edit))) continue;
    const store = usesCache(edit) ? config.segments : undefined;
    if (!store && countMakers(edit) === 1) continue;
    const isShared = store !== undefined && options.share !== undefined;
    const plan = await askForPlan(state, index, isShared);
    const { log } = config;
    state.kept.set(index, await KeptOutput.open(plan, store ?? NOTHING_KEPT, { ...options, log }));
  }
}

async function askForPlan(state: RunState, index: number, isShared: boolean): Promise<StepAnswers['plan']> {
  const { sources, log } = state.config;
  const known = await recallContents(Object.values(state.files), sources, isShared);
  const plan = await state.ask({ step: 'plan', isShared, known, ...state.timelineOf(index) });
  // A full disk costs the next render a second, and must not fail this one.
  await keepContents(plan.contents, known, sources).catch((err: unknown) =>
    log.warn({ err }, 'Could not keep the hashes of the sources.'),
  );
  return plan;
}

/** The known contents of files, by their paths. */
type Contents = Readonly<Record<string, FileContent>>;

/**
 * Returns the facts of earlier renders about the contents of fetched files. A large film takes a second to
 * be read again.
 *
 * @param hasChecksums true if only contents with checksums are of use.
 */
export async function recallContents(
  files: readonly SourceFile[],
  sources: Pick<Sources, 'factsOf'>,
  hasChecksums: boolean,
): Promise<Contents> {
  const paths = files.filter((file) => typeof file === 'string');
  const recalled = paths.map(async (path) => {
    const facts = await sources.factsOf(path);
    const content = facts === undefined ? undefined : FileContent.safeParse(tryParseJson(facts)).data;
    return content && (!hasChecksums || content.checksums !== '') ? [[path, content] as const] : [];
  });
  return Object.fromEntries((await Promise.all(recalled)).flat());
}

/** Keeps the facts about the contents of files. @param known the facts that were recalled before. */
export async function keepContents(
  contents: Contents,
  known: Contents,
  sources: Pick<Sources, 'keepFacts'>,
): Promise<void> {
  const isNew = ([path]: [string, FileContent]): boolean => !Object.hasOwn(known, path);
  const found = Object.entries(contents).filter(isNew);
  await Promise.all(found.map(([path, content]) => sources.keepFacts(path, JSON.stringify(content))));
}
