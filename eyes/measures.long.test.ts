import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Checkout } from './checkout.ts';
import { listMeasures } from './list-measures.ts';
import { formatLimit, formatOutcome, judge } from './result.ts';

let checkout: Checkout;
beforeAll(async () => {
  checkout = await Checkout.open(join(import.meta.dirname, '..'), new AbortController().signal);
});
afterAll(() => checkout[Symbol.asyncDispose]());

describe.each([...(await listMeasures())])('the measures of %s', (_, measures) => {
  it.each(measures)('keep the limit: $name', async (measure) => {
    const now = { value: await measure.measure(await checkout.use()) };
    expect(judge(measure, now), `${formatOutcome(now)}, ${formatLimit(measure)}`).toBe('ok');
  });
});
