import type { Profiler } from 'node:inspector';
import { type Stage, stageOf } from './stages.ts';

/** Maximum number of functions in the result. */
const MAX_FUNCTIONS = 12;

/**
 * Summarizes a V8 profile of the main thread. V8 measures wall time; the CPU time is divided in the
 * same proportions.
 *
 * @param cpu CPU seconds of the main thread.
 */
export function summarizeProfile(
  { nodes, samples = [], timeDeltas = [] }: Profiler.Profile,
  cpu: number,
): { stages: Map<Stage, number>; functions: [string, number][] } {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const calls = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const stages = new Map<Stage, number>();
  const functions = new Map<string, number>();
  const add = <Key>(to: Map<Key, number>, key: Key, time: number) => to.set(key, (to.get(key) ?? 0) + time);
  const stackOf = (sample: number) => {
    const stack: Profiler.Profile['nodes'][number]['callFrame'][] = [];
    for (let id: number | undefined = sample; id !== undefined; id = parents.get(id)) {
      const call = calls.get(id);
      if (call) stack.push(call);
    }
    return stack;
  };
  for (const [index, sample] of samples.entries()) {
    const stack = stackOf(sample);
    const stage = stageOf(stack.map(({ url, functionName }) => (url === '' ? functionName : url)));
    if (!stage) continue;
    add(stages, stage, timeDeltas[index] ?? 0);
    add(functions, nameOf(stack), timeDeltas[index] ?? 0);
  }
  const total = [...stages.values()].reduce((sum, time) => sum + time, 0);
  const scaled = <Key>(times: Map<Key, number>) =>
    [...times].map(([key, time]): [Key, number] => [key, (time / total) * cpu]);
  const peak = scaled(functions).sort(([, one], [, other]) => other - one);
  return { stages: new Map(scaled(stages)), functions: peak.slice(0, MAX_FUNCTIONS) };
}

/**
 * Returns the name of a function with its line. For a function of a library, or for native code, which has no
 * name, it returns the file of Kinora that called it.
 */
function nameOf(stack: readonly { functionName: string; url: string; lineNumber: number }[]): string {
  const short = (url: string) => url.replace(/.*\/src\//, '');
  const ours = stack.find(({ url }) => url.includes('/src/'));
  const [running] = stack;
  const isNative = running?.url === '' && !running.functionName.startsWith('(');
  const name = isNative ? 'native code' : (running?.functionName ?? '');
  if (!ours) return name;
  return `${name} ${running === ours ? `${short(ours.url)}:${ours.lineNumber + 1}` : `under ${short(ours.url)}`}`;
}
