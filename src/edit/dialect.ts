/** The rules for reading an edit where the interface and the public service differ (contract C1, C2, C5). */
export type Dialect = 'interface' | 'shotstack';
