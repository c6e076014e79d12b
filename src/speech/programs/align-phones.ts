/** A sound of a language in a spoken text, with its end. */
export interface Phone {
  readonly name: string;
  /** Seconds from the start of the text. */
  readonly to: number;
}

/** The name of silence among phones. */
export const PAUSE = 'pau';

/** The cost of a pause within a word. More than that of a wrong phone, because pauses are between words. */
const PAUSE_IN_WORD = 3;

/**
 * Finds the phones of each word in a spoken text. A word may sound different in a text, such as "Dr." before a
 * name, so the expected phones are matched to the spoken ones with as few differences as possible.
 *
 * @param expected The phones of each word when it is spoken alone, without pauses.
 * @returns the indexes of the first and last phone of each word. Undefined if the word has none.
 */
export function alignPhones(
  expected: readonly (readonly string[])[],
  phones: readonly Phone[],
): (readonly [first: number, last: number] | undefined)[] {
  const all = expected.flatMap((names, word) =>
    names.map((name, index) => ({ name, word, isFirst: index === 0 })),
  );
  const found = new Array<[number, number] | undefined>(expected.length).fill(undefined);
  let previous: number | undefined;
  for (const [phone, index] of matchPhones(all, phones)) {
    if (phones[phone]?.name === PAUSE) continue;
    // A phone that was not expected belongs to the word of the last expected one.
    const word = all[Math.max(0, index)]?.word ?? previous;
    if (word === undefined) continue;
    previous = word;
    const range = found[word];
    if (range) range[1] = phone;
    else found[word] = [phone, phone];
  }
  return found;
}

interface ExpectedPhone {
  readonly name: string;
  readonly word: number;
  /** True if the phone is the first of its word. */
  readonly isFirst: boolean;
}

/** Returns pairs of a spoken phone and the last expected phone up to it, in the order of the text. */
function matchPhones(
  expected: readonly ExpectedPhone[],
  phones: readonly Phone[],
): (readonly [phone: number, expected: number])[] {
  const width = phones.length + 1;
  const costs = new Float32Array((expected.length + 1) * width).fill(Infinity);
  const steps = new Uint8Array(costs.length);
  costs[0] = 0;
  const reach = (at: number, cost: number, step: number): void => {
    if (cost >= (costs[at] ?? 0)) return;
    costs[at] = cost;
    steps[at] = step;
  };
  for (let row = 0; row <= expected.length; row += 1)
    for (let column = 0; column < width; column += 1) {
      const at = row * width + column;
      const cost = costs[at] ?? 0;
      const [wanted, phone] = [expected[row], phones[column]];
      if (phone) {
        const isBetween = !wanted || wanted.isFirst;
        reach(at + 1, cost + (phone.name !== PAUSE ? 1 : isBetween ? 0 : PAUSE_IN_WORD), LEFT_OVER);
      }
      if (wanted) reach(at + width, cost + 1, MISSING);
      if (wanted && phone && phone.name !== PAUSE)
        reach(at + width + 1, cost + costOf(wanted.name, phone.name), MATCH);
    }
  return traceBack(steps, expected.length, width);
}

const MATCH = 1;
const MISSING = 2;
const LEFT_OVER = 3;

function traceBack(steps: Uint8Array, rows: number, width: number): (readonly [number, number])[] {
  const pairs: (readonly [number, number])[] = [];
  let [row, column] = [rows, width - 1];
  while (row > 0 || column > 0) {
    const step = steps[row * width + column];
    if (step === MATCH || step === LEFT_OVER) pairs.push([column - 1, row - 1]);
    if (step !== LEFT_OVER) row -= 1;
    if (step !== MISSING) column -= 1;
  }
  return pairs.reverse();
}

const VOWELS = /^[aeiou]/;

/** Returns 0 for the same phone, and less for another sound of the same kind than for one of the other kind. */
function costOf(wanted: string, spoken: string): number {
  if (wanted === spoken) return 0;
  return VOWELS.test(wanted) === VOWELS.test(spoken) ? 0.7 : 1.6;
}
