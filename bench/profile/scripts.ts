import type { Profiler } from 'node:inspector';
import { type Stage, stageOf } from './stages.ts';

/** So many functions are told. */
const TOLD = 12;

/**
 * What the main thread did by the profile of V8, which counts wall time: its CPU time is divided in the same way.
 *
 * @param cpu CPU seconds of the main thread.
 */
export function scriptTimes(
  { nodes, samples = [], timeDeltas = [] }: Profiler.Profile,
  cpu: number,
): { stages: Map<Stage, number>; functions: [string, number][] } {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const calls = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const stages = new Map<Stage, number>();
  const functions = new Map<string, number>();
  const add = <Key>(to: Map<Key, number>, key: Key, time: number) => to.set(key, (to.get(key) ?? 0) + time);
  for (const [index, sample] of samples.entries()) {
    const urls: string[] = [];
    for (let id: number | undefined = sample; id !== undefined; id = parents.get(id)) {
      const call = calls.get(id);
      urls.push(call?.url === '' ? call.functionName : (call?.url ?? ''));
    }
    const stage = stageOf(urls);
    if (!stage) continue;
    const time = timeDeltas[index] ?? 0;
    add(stages, stage, time);
    const { functionName = '', lineNumber = 0 } = calls.get(sample) ?? {};
    const code = urls.find((url) => url.includes('/src/'))?.replace(/.*\/src\//, '') ?? '';
    const line = urls[0]?.includes('/src/') ? `:${lineNumber + 1}` : '';
    add(functions, `${functionName} ${line === '' ? 'under ' : ''}${code}${line}`, time);
  }
  const total = [...stages.values()].reduce((sum, time) => sum + time, 0);
  const scaled = <Key>(times: Map<Key, number>) =>
    [...times].map(([key, time]): [Key, number] => [key, (time / total) * cpu]);
  const most = scaled(functions).sort(([, one], [, other]) => other - one);
  return { stages: new Map(scaled(stages)), functions: most.slice(0, TOLD) };
}
