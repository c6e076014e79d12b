import type { Computations, Compute } from './computations.ts';
import { describePieces } from './describe-pieces.ts';
import { describeProblems } from './describe-problems.ts';
import { readCall } from './read-call.ts';
import { readDesign, readTemplateAnswer } from './read-design.ts';
import { readMessages } from './read-messages.ts';
import { summarizeDryRun } from './summarize-dry-run.ts';
import { summarizeMedia } from './summarize-media.ts';

/** The computations of the tools for agents. */
export const AGENT_COMPUTATIONS: Computations = {
  readMessages,
  readCall,
  readDesign,
  describePieces,
  describeProblems,
  summarizeDryRun,
  summarizeMedia,
  readTemplateAnswer,
};

/** Computes in this thread, for a process that serves one agent. */
export const computeHere: Compute = async (name, ...texts) => {
  // The types of the texts and of the result depend on the name.
  const compute = AGENT_COMPUTATIONS[name] as (
    ...given: typeof texts
  ) => ReturnType<Computations[typeof name]>;
  return await Promise.resolve(compute(...texts));
};
