import { z } from 'zod';
import { MAX_PROBLEMS } from '../problems/problem.ts';

/**
 * zod's array, but for one thing: it stops at the item that brings its problems to {@link MAX_PROBLEMS}. A body of 10 MB
 * holds three million empty clips, and a problem for each would take seconds and gigabytes.
 */
const BoundedArray: z.core.$constructor<z.ZodArray> = z.core.$constructor('BoundedArray', (inst, def) => {
  z.ZodArray.init(inst, def);
  inst._zod.parse = (payload, context) => {
    const input: unknown = payload.value;
    if (!Array.isArray(input)) {
      payload.issues.push({ code: 'invalid_type', expected: 'array', input, inst });
      return payload;
    }
    const items: unknown[] = [];
    // `isArray` makes `any[]` of it; what the items are is for `element` to say.
    for (const [index, value] of (input as unknown[]).entries()) {
      const item = def.element._zod.run({ value, issues: [] }, context);
      if (item instanceof Promise) throw new z.core.$ZodAsyncError();
      payload.issues.push(...z.core.util.prefixIssues(index, item.issues));
      if (payload.issues.length >= MAX_PROBLEMS) return payload;
      items.push(item.value);
    }
    payload.value = items;
    return payload;
  };
});

/** A list of items; the schema of every list of an edit. */
export function listOf<Item extends z.ZodType>(element: Item): z.ZodArray<Item> {
  const list: z.ZodArray = new BoundedArray({ type: 'array', element });
  // The constructor of zod is not generic: it knows the element only as some schema, and this one is `element`.
  return list as z.ZodArray<Item>;
}
