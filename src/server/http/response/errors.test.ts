import { expect, it } from 'vitest';
import { KinoraError } from '../../../base/errors.ts';
import { editErrorBody, InvalidRequest, listErrorBody } from './errors.ts';

const PROBLEM = {
  path: ['output', 'format'],
  field: 'output.format',
  pointer: '/output/format',
  code: 'required',
  type: 'missing',
  message: 'output.format: is required.',
} as const;

it.each([
  ['an invalid field', new InvalidRequest([PROBLEM, PROBLEM])],
  ['anything else', new KinoraError('not_found', 'There is no such render.')],
])('an error of the Edit API for %s lists what the other APIs list, beside its envelope', (_what, error) => {
  const { status, message } = error;
  const body = editErrorBody(error);
  expect(body).toMatchObject({ success: false, response: { message, error: { code: error.code } } });
  expect(body).toMatchObject(listErrorBody(error));
  expect(body).toHaveProperty(
    'errors[0]',
    expect.objectContaining({ status: String(status), title: expect.any(String) as string }),
  );
});
