/** A form for people without a key. */
export interface FormAddress {
  readonly stage: 'v1' | 'stage';
  /** The id of the template. */
  readonly template: string;
  readonly token: string;
}

/** Returns the address of a form. All of it is behind `#`, which browsers send to no server. */
export function addressOfForm({ stage, template, token }: FormAddress): string {
  return `#/form/${stage}/${template}/${token}`;
}

/** Reads the address of a form. Returns undefined for that of another page. */
export function readFormAddress(hash: string): FormAddress | undefined {
  const [page, stage, template = '', token = ''] = hash.replace(/^#\//, '').split('/');
  if (page !== 'form' || (stage !== 'v1' && stage !== 'stage')) return undefined;
  return { stage, template, token };
}
