import { MAX_OUTPUTS } from './check-outputs.ts';
import { isObject } from '../../base/is-object.ts';
import { createProblem, type Path, type Problem } from '../problems/problem.ts';
import type { Edit } from '../schema/edit.ts';
import type { Warning } from '../warnings/warning.ts';

/** An edit for one of its outputs, and the path of that output. */
export interface EditForOutput {
  /** Any JSON value, with a single `output` if it has outputs at all. */
  readonly edit: unknown;
  /** `['output']`, or `['outputs', 1]`. */
  readonly path: Path;
}

/** Lists a written edit once for each of its outputs, at most {@link MAX_OUTPUTS} times. */
export function listWritten(edit: unknown): [EditForOutput, ...EditForOutput[]] {
  const single: EditForOutput = { edit, path: ['output'] };
  if (!isObject(edit) || edit['output'] !== undefined || !Array.isArray(edit['outputs'])) return [single];
  const { outputs, ...rest } = edit;
  const [first, ...others] = (outputs as unknown[])
    .slice(0, MAX_OUTPUTS)
    .map((output, index) => ({ edit: { ...rest, output }, path: ['outputs', index] }));
  return first === undefined ? [single] : [first, ...others];
}

/** Lists a valid edit once for each of its outputs. */
export function listOutputs(edit: Edit): [Edit, ...Edit[]] {
  const { others = [], ...first } = edit;
  return [first, ...others];
}

/** Returns an edit for one of its outputs. Undefined if it has no such output. */
export function selectOutput(edit: Edit, index: number): Edit | undefined {
  return listOutputs(edit)[index];
}

/** Names an output of an edit: `output`, or `outputs[1]`. */
export function nameOutput({ others }: Pick<Edit, 'others'>, index: number): string {
  return others === undefined ? 'output' : `outputs[${index}]`;
}

/**
 * Moves the problems of an edit with a single output to where the client wrote that output. The other problems
 * stay as they are.
 */
export function relocateProblems(problems: readonly Problem[], to: Path): Problem[] {
  const [, index] = to;
  if (typeof index !== 'number') return [...problems];
  return problems.map((problem) => {
    const [first, ...rest] = problem.path;
    return first === 'output'
      ? moveProblem(problem, [...to, ...rest], (text) => nameWritten(text, index))
      : problem;
  });
}

/** Moves a problem to another path. @param write changes its words. */
export function moveProblem(
  { code, type, field, message }: Problem,
  path: Path,
  write = (text: string): string => text,
): Problem {
  const phrase = message.slice(field.length + 1).replace(/(?<!\.)\.$/, '');
  return createProblem(path, code, write(phrase), type);
}

/** Names the output in the message of a problem that the schema found in a list of outputs. */
export function nameProblem(problem: Problem): Problem {
  const [list, index] = problem.path;
  if (list !== 'outputs' || typeof index !== 'number') return problem;
  return { ...problem, message: nameWritten(problem.message, index) };
}

/** Selects the problems that concern an edit for one of its outputs, with the path in that edit. */
export function selectProblems(problems: readonly Problem[], [list, index]: Path): Problem[] {
  if (list !== 'outputs') return [...problems];
  return problems.flatMap((problem) => {
    const [first, place, ...rest] = problem.path;
    if (first !== 'outputs') return [problem];
    const pointer = problem.pointer.replace(/^\/outputs\/\d+/, '/output');
    return place === index ? [{ ...problem, path: ['output', ...rest], pointer }] : [];
  });
}

/** Makes the fields of a single output those of one in a list: `output.size` becomes `outputs[1].size`. */
function nameWritten(text: string, index: number): string {
  return text.replaceAll(/\boutput\.(?=[a-z])/g, `outputs[${index}].`);
}

const LIST = new Intl.ListFormat('en');

/**
 * Combines the warnings of an edit with a list of outputs. Those that concern all outputs stay as they are. Others
 * name their output.
 *
 * @param warnings the warnings for each output, in the words of an edit with a single one.
 */
export function combineWarnings(edit: Edit, warnings: readonly (readonly Warning[])[]): Warning[] {
  if (edit.others === undefined) return warnings.flat();
  const keyOf = ({ field, text }: Warning): string => `${field} ${text}`;
  const places = new Map<string, string[]>();
  for (const [index, list] of warnings.entries())
    for (const key of new Set(list.map(keyOf)))
      places.set(key, [...(places.get(key) ?? []), `outputs[${index}]`]);
  const named = warnings.flatMap((list, index) =>
    list.map((warning): Warning => {
      const { field, text } = warning;
      if (/^output(?=\.|$)/.test(field))
        return { field: field.replace('output', `outputs[${index}]`), text: nameWritten(text, index) };
      const concerned = places.get(keyOf(warning)) ?? [];
      return concerned.length === warnings.length
        ? warning
        : { field, text: `For ${LIST.format(concerned)}: ${text}` };
    }),
  );
  return [...new Map(named.map((warning) => [keyOf(warning), warning])).values()];
}
