import { describe, expect, it } from 'vitest';
import { KinoraError } from '../../base/errors.ts';
import { isConflict, isDatabaseAway, isWorthWaiting, markLostConnection } from './away.ts';

const fail = (code: string, message = 'No.') => Object.assign(new Error(message), { code });
const wrap = (cause: unknown) => new KinoraError('internal', 'Something went wrong.', { cause });

describe('an error means that the database is away', () => {
  it.each(['08006', '08001', '57P01', '57P03', '53300', '53100', '25006'])('with the code %s', (code) => {
    expect(isDatabaseAway(fail(code))).toBe(true);
    expect(isWorthWaiting(wrap(wrap(fail(code))))).toBe(true);
  });

  it.each([
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error and is not queryable',
  ])('with the message "%s"', (message) => {
    expect(isDatabaseAway(new Error(message))).toBe(true);
  });

  it.each(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH'])(
    'with %s of a connection to it, but not of another connection',
    (code) => {
      expect(isDatabaseAway(wrap(fail(code)))).toBe(false);
      expect(isDatabaseAway(wrap(markLostConnection(fail(code))))).toBe(true);
      const several = new AggregateError([fail('ENOENT'), markLostConnection(fail(code))]);
      expect(isDatabaseAway(wrap(several))).toBe(true);
    },
  );

  it('and a wrong password is not cured by waiting', () => {
    expect(isDatabaseAway(fail('28P01'))).toBe(true);
    expect(isWorthWaiting(fail('28P01'))).toBe(false);
    expect(isWorthWaiting(fail('3D000'))).toBe(false);
  });
});

it.each([
  fail('57014', 'canceling statement due to statement timeout'),
  fail('23505'),
  markLostConnection(fail('DEPTH_ZERO_SELF_SIGNED_CERT')),
  new Error('Cannot use a pool after calling end on the pool'),
  'ECONNREFUSED',
  undefined,
])('%s does not mean that the database is away', (error) => {
  expect(isDatabaseAway(error)).toBe(false);
});

it('follows no circle of causes', () => {
  const error = new Error('A');
  error.cause = new Error('B', { cause: error });
  expect(isDatabaseAway(error)).toBe(false);
});

it('knows conflicts between transactions', () => {
  expect(isConflict(wrap(fail('40P01')))).toBe(true);
  expect(isConflict(fail('40001'))).toBe(true);
  expect(isConflict(fail('57P01'))).toBe(false);
});
