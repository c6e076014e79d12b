// A rule of the linter: every regular expression takes time that grows with the length of its input, never with its
// square. `recheck` proves it, or searches for an input that takes many steps. It counts steps, no seconds, so the
// result is the same on every machine.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { getStaticValue } from '@eslint-community/eslint-utils';

const require = createRequire(import.meta.url);
const FOLDER = join(import.meta.dirname, '../../node_modules/.cache/kinora');
/** The results of this version of the checker. A check takes up to a second. */
const CACHE = join(FOLDER, 'linear-expressions-1.json');
/** A larger automaton than this costs seconds. Beyond it, and for lookarounds, the checker searches. */
const MAX_AUTOMATON = 300;
/** The search needs no more than this to find all that the larger defaults found in Kinora, in a third of the time. */
const SEARCH = {
  ...{ attackLimit: 10_000_000, incubationLimit: 8_000, maxIteration: 3, randomSeed: 1 },
  ...{ maxInitialGenerationSize: 100, maxGenerationSize: 30, mutationSize: 20, crossoverSize: 10 },
};
/** Time limits would make the result depend on the machine. */
const NO_TIMEOUTS = { timeout: null, attackTimeout: null, incubationTimeout: null, seedingTimeout: null };

const results = new Map(Object.entries(readCache()));
let isChanged = false;
process.once('exit', () => {
  if (!isChanged) return;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(CACHE, JSON.stringify(Object.fromEntries(results)));
});

function readCache() {
  try {
    return JSON.parse(readFileSync(CACHE, 'utf8'));
  } catch {
    return {};
  }
}

/** Returns an input for which an expression takes too many steps, or an empty string. */
export function findAttack(source, flags) {
  // Without a repetition, a match has a constant number of steps.
  if (!/[*+{]/.test(source)) return '';
  // The checker finds few inputs for these.
  if (/\\(?:[1-9]|k<)/.test(source)) return 'a text that repeats itself';
  const name = `/${source}/${flags}`;
  let attack = results.get(name);
  if (attack === undefined) {
    // This file of the package needs none of its programs for other languages.
    const { checkSync } = require('recheck/lib/browser.js');
    const options = { checker: 'auto', maxNFASize: MAX_AUTOMATON, ...SEARCH, ...NO_TIMEOUTS };
    const { status, attack: found, error } = checkSync(source, flags, options);
    attack = status === 'safe' ? '' : (found?.pattern ?? `unknown (${error?.kind})`);
    results.set(name, attack);
    isChanged = true;
  }
  return attack;
}

export const linearExpressions = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      slow: 'The time of this expression grows with the square of its input or faster, for example with {{attack}}.',
      unknown: 'This expression is not a constant, so nobody knows how much time it takes. Make it one.',
    },
  },
  create(context) {
    const check = (node, { source, flags }) => {
      const attack = findAttack(source, flags);
      if (attack !== '') context.report({ node, messageId: 'slow', data: { attack } });
    };
    const checkCall = (node) => {
      const { value } = getStaticValue(node, context.sourceCode.getScope(node)) ?? {};
      if (value instanceof RegExp) check(node, value);
      else context.report({ node, messageId: 'unknown' });
    };
    return {
      'Literal[regex]': (node) => check(node, { source: node.regex.pattern, flags: node.regex.flags }),
      'NewExpression[callee.name="RegExp"]': checkCall,
      'CallExpression[callee.name="RegExp"]': checkCall,
    };
  },
};
