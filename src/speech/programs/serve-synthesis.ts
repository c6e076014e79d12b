import { createInterface } from 'node:readline';
import type { Synthesise, SynthesisRequest } from '../synthesis.ts';

/**
 * Answers requests from the standard input on the standard output, one line of JSON each, until the input ends.
 * A failure ends the process, because the memory of a synthesiser may be damaged.
 */
export async function serveSynthesis(synthesise: Synthesise): Promise<void> {
  for await (const line of createInterface({ input: process.stdin })) {
    // The cast is safe: the parent is our own program.
    const answer = await synthesise(JSON.parse(line) as SynthesisRequest);
    process.stdout.write(`${JSON.stringify(answer)}\n`);
  }
}
