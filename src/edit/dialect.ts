/** The points where the interface document and the public service disagree (contract, section 0). */
export type Dialect = 'interface' | 'shotstack';
