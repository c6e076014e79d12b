import { z } from 'zod';
import { KinoraError } from '../base/errors.ts';

/** Names and values from outside. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads one setting; an empty one counts as absent. */
export type Read = <Value>(
  name: string,
  schema: z.ZodType<Value, string>,
  allowed: string,
  secret?: 'secret',
) => Value | undefined;

/** Reads settings of an environment; a wrong one is a KinoraError `setting_wrong`. */
export function reader(environment: Environment): Read {
  return (name, schema, allowed, secret) => {
    const text = environment[name]?.trim();
    if (text === undefined || text === '') return undefined;
    const read = schema.safeParse(text);
    if (read.success) return read.data;
    const was = secret === undefined ? `is "${text}"` : 'is not of that form';
    throw new KinoraError('setting_wrong', `${name} ${was}; it may be ${allowed}.`);
  };
}

/** An address on the web. */
export const webUrl = z.url({ protocol: /^https?$/, hostname: /./ });

/** One that others are put below; without a slash at its end. */
export const publicUrl = webUrl
  .refine((url) => !/[?#]/.test(url))
  .transform((url) => url.replace(/\/+$/, ''));
