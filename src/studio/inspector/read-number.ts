/** What a typed text means. */
export type ReadNumber =
  | { readonly kind: 'number'; readonly value: number }
  /** Not whole yet, such as `-` or `1080/`. */
  | { readonly kind: 'unfinished' }
  /** Words, such as a placeholder. */
  | { readonly kind: 'text'; readonly value: string };

/** A text of nothing but digits and signs of arithmetic. */
const ARITHMETIC = /^[\d.,+\-−*×/÷()\s]*$/;
const TOKEN = /\d+(?:\.\d*)?|\.\d+|[+\-*/()]/g;

/**
 * Reads a number, with a point or a comma, or a calculation such as `1080/3`. The unit of the field may follow.
 * Anything else is text.
 */
export function readNumber(typed: string, unit = ''): ReadNumber {
  const text = typed.trim();
  const bare = unit !== '' && text.endsWith(unit) ? text.slice(0, -unit.length).trim() : text;
  if (bare === '' || !ARITHMETIC.test(bare)) {
    const value = Number(bare);
    return bare !== '' && Number.isFinite(value) ? { kind: 'number', value } : { kind: 'text', value: typed };
  }
  const usual = bare.replaceAll(',', '.').replaceAll('−', '-').replaceAll('×', '*').replaceAll('÷', '/');
  const value = calculate(usual);
  // -0 is written as 0.
  return Number.isFinite(value) ? { kind: 'number', value: roundNumber(value) + 0 } : { kind: 'unfinished' };
}

/** Rounds away what a calculation with fractions adds: 0.1 + 0.2 is 0.3. */
export function roundNumber(value: number): number {
  return Number(value.toPrecision(12));
}

/** Returns the result of a calculation. NaN if it is not whole. */
function calculate(text: string): number {
  const tokens = text.match(TOKEN) ?? [];
  if (tokens.join('') !== text.replaceAll(/\s/g, '')) return NaN;
  const reader = new CalculationReader(tokens);
  const value = reader.readSum();
  return reader.isAtEnd() ? value : NaN;
}

/** Reads a calculation from the left to the right: products before sums, brackets first. */
class CalculationReader {
  private readonly tokens: readonly string[];
  private next = 0;

  constructor(tokens: readonly string[]) {
    this.tokens = tokens;
  }

  isAtEnd(): boolean {
    return this.next === this.tokens.length;
  }

  readSum(): number {
    let value = this.readProduct();
    for (let sign = this.take('+', '-'); sign; sign = this.take('+', '-')) {
      const other = this.readProduct();
      value += sign === '+' ? other : -other;
    }
    return value;
  }

  private readProduct(): number {
    let value = this.readPart();
    for (let sign = this.take('*', '/'); sign; sign = this.take('*', '/')) {
      const other = this.readPart();
      value = sign === '*' ? value * other : value / other;
    }
    return value;
  }

  private readPart(): number {
    if (this.take('-')) return -this.readPart();
    if (this.take('+')) return this.readPart();
    if (!this.take('(')) return this.readDigits();
    const value = this.readSum();
    return this.take(')') ? value : NaN;
  }

  private readDigits(): number {
    const token = this.tokens[this.next++] ?? '';
    return /\d/.test(token) ? Number(token) : NaN;
  }

  /** Goes on if the next token is one of these. Returns it. */
  private take(...wanted: readonly string[]): string | undefined {
    const token = this.tokens[this.next];
    if (token === undefined || !wanted.includes(token)) return undefined;
    this.next++;
    return token;
  }
}
