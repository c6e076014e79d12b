/** The dialects of edits. The first one is the default. */
export const DIALECTS = ['interface', 'shotstack'] as const;

/**
 * The rules for reading an edit where the interface and the public service differ (contract C1, C2, C5, C46).
 * `interface` draws the last track on top, `shotstack` the first one.
 */
export type Dialect = (typeof DIALECTS)[number];
