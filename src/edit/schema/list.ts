import { z } from 'zod';
import { mustBe } from '../problems/messages.ts';
import { MAX_PROBLEMS } from '../problems/problem.ts';

/**
 * zod's array schema, except that it stops as soon as its items have {@link MAX_PROBLEMS} problems. A body of
 * 10 MB can hold three million empty clips, and reporting a problem for each would take seconds and
 * gigabytes.
 */
const BoundedArray: z.core.$constructor<z.ZodArray> = z.core.$constructor('BoundedArray', (inst, def) => {
  z.ZodArray.init(inst, def);
  inst._zod.parse = (payload, context) => {
    const input: unknown = payload.value;
    if (!Array.isArray(input)) {
      payload.issues.push({ code: 'invalid_type', expected: 'array', input, inst });
      // The rules about the length of the list would apply to that of a text, too.
      if (typeof input === 'string') payload.value = {};
      return payload;
    }
    const items: unknown[] = [];
    // `isArray` narrows to `any[]`. The items are unknown until `element` has checked them.
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

/**
 * Returns the schema of a list of items. Every list in an edit uses it.
 *
 * @param expected what to say in place of "a list" if there is none, such as "a list of shadows".
 */
export function listOf<Item extends z.ZodType>(element: Item, expected?: string): z.ZodArray<Item> {
  const error = expected === undefined ? {} : mustBe(expected);
  const list: z.ZodArray = new BoundedArray({ type: 'array', element, ...error });
  // zod's constructor is not generic, so the cast adds the type of `element`.
  return list as z.ZodArray<Item>;
}
