export type Edit = Record<string, unknown>;
