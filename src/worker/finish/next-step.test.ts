import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type ErrorCode, KinoraError } from '../../base/errors.ts';
import { describeForOperator, toAttemptError } from './infrastructure-fault.ts';
import { decideNext } from './next-step.ts';
import { StageClock } from './stage-clock.ts';

const RUNNING = new AbortController().signal;
const PLACE = { signal: RUNNING, folder: import.meta.dirname };

it.each<[ErrorCode, boolean, string]>([
  // A fault of the infrastructure never counts.
  ['storage_failed', true, 'later'],
  ['database_unavailable', true, 'later'],
  ['disk_full', false, 'later'],
  ['render_crashed', false, 'again'],
  ['render_crashed', true, 'failed'],
  ['render_out_of_memory', false, 'failed'],
  ['asset_not_found', false, 'failed'],
])('decides on what follows %s (last try: %s): %s', (code, isLastTry, next) => {
  expect(decideNext(new KinoraError(code, 'No.'), { signal: RUNNING, isLastTry })).toBe(next);
});

it('gives a job back if the process stops, whatever the aborted work failed with', () => {
  const signal = AbortSignal.abort(new KinoraError('stopping', 'The server is stopping.'));
  const error = toAttemptError(new Error('aborted'), { ...PLACE, signal });
  expect(decideNext(error, { signal, isLastTry: true })).toBe('back');
});

it('blames the infrastructure if a destination was blamed for it', () => {
  const storage = new KinoraError('storage_failed', 'The storage could not read the file.');
  const blamed = new KinoraError('destination_failed', 'S3 could not process it.', { cause: storage });
  expect(toAttemptError(blamed, PLACE)).toBe(storage);
  const database = Object.assign(new Error('terminating connection'), { code: '57P01' });
  expect(toAttemptError(new Error('It failed.', { cause: database }), PLACE)).toMatchObject({
    code: 'database_unavailable',
  });
  expect(toAttemptError(new Error('/secret'), PLACE)).toMatchObject({ code: 'internal' });
});

it('blames the infrastructure if the home is gone, whatever the work failed with', () => {
  const gone = { signal: RUNNING, folder: join(import.meta.dirname, 'gone/tmp') };
  const blamed = new KinoraError('asset_unreachable', 'The file could not be read.');
  const error = toAttemptError(blamed, gone);
  expect(error).toMatchObject({ code: 'storage_failed', cause: blamed });
  expect(decideNext(error, { signal: RUNNING, isLastTry: true })).toBe('later');
});

it('tells the operator how the process of a render ended, and nobody else', () => {
  const crash = new KinoraError('render_crashed', 'The render process ended unexpectedly.', {
    cause: 'SIGKILL\n/secret/path: out of memory',
  });
  expect(describeForOperator(crash)).toBe('The render process ended unexpectedly. (SIGKILL)');
  expect(describeForOperator(new KinoraError('internal', 'No.', { cause: 'secret' }))).toBe('No.');
});

it('adds up the times of a stage that is entered twice', () => {
  let now = 0;
  const clock = new StageClock('fetching', () => now);
  now = 5;
  clock.enter('rendering');
  now = 25.4;
  clock.enter('fetching');
  now = 28;
  expect(clock.times).toEqual({ fetching: 8, rendering: 20 });
});
