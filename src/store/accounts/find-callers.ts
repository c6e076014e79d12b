import { type Caller, findKeyCallers } from './keys.ts';
import { findTokenCallers, isToken } from './tokens.ts';
import type { Tables } from '../schema.ts';

/** Finds the owner and stage of an API key or a token. Returns undefined if no such key is active. */
export async function findCaller(db: Tables, key: string): Promise<Caller | undefined> {
  return (await findCallers(db, [key]))[0];
}

/** Finds the callers of several keys and tokens, in their order. */
export async function findCallers(db: Tables, keys: readonly string[]): Promise<(Caller | undefined)[]> {
  const tokens = keys.filter(isToken);
  const others = keys.filter((key) => !isToken(key));
  const callers = await Promise.all([findKeyCallers(db, others), findTokenCallers(db, tokens)]);
  const found = new Map([...others, ...tokens].map((key, index) => [key, callers.flat()[index]]));
  return keys.map((key) => found.get(key));
}
