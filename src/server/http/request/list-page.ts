import { z } from 'zod';
import { createCount } from '../openapi/parameters.ts';
import { Id } from '../response/schemas.ts';

/**
 * Creates the query parameters of a list that comes in pages.
 *
 * @param things the plural of the things in the list.
 * @param max the maximum size of a page.
 * @param size the size of a page if the request names none.
 */
export function createPageQuery(things: string, max: number, size: number) {
  const error = 'must be the "cursor" from the response for the previous page';
  return z.object({
    limit: createCount(max)
      .prefault(size)
      .describe(`The maximum number of ${things} on a page, from 1 to ${max}. Default ${size}.`),
    cursor: z
      .string({ error })
      .toLowerCase()
      .refine((text) => Id.safeParse(text).success, { error })
      .optional()
      .describe('The cursor from the response for the previous page. Default: the first page.'),
  });
}

/** The cursor in a response with a page. */
export const PageCursor = z
  .string()
  .nullable()
  .describe('The cursor of the next page; null on the last page.');

/** A page of a list. */
interface Page<Row> {
  readonly rows: readonly Row[];
  /** The cursor of the next page: the id of the last row. Null if there is no other page. */
  readonly cursor: string | null;
}

/** Finds the page of a list that the query of a request names. */
export async function findPage<Row extends { readonly id: string }>(
  { limit, cursor: before }: z.output<ReturnType<typeof createPageQuery>>,
  find: (range: { readonly limit: number; readonly before: string | undefined }) => Promise<readonly Row[]>,
): Promise<Page<Row>> {
  // One more, to know if there is another page.
  const found = await find({ limit: limit + 1, before });
  const rows = found.slice(0, limit);
  return { rows, cursor: found.length > limit ? (rows.at(-1)?.id ?? null) : null };
}
