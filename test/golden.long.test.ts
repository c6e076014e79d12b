import { afterAll, beforeAll, expect, test } from 'vitest';
import { obstacle } from '../src/render/browse/browser.fixture.ts';
import { caseNames, readCase } from './golden/golden-case.ts';
import { GoldenStudio } from './golden/golden-check.ts';

let studio: GoldenStudio;

beforeAll(async () => {
  studio = await GoldenStudio.open();
});

afterAll(() => studio[Symbol.asyncDispose]());

test.for(caseNames())('%s', async (name, { skip }) => {
  skip(obstacle !== undefined && name.startsWith('html-'), obstacle);
  const golden = readCase(name);
  const problems = [];
  for (const frame of golden.frames) problems.push(await studio.problemOf(golden, frame));
  expect(problems.filter((problem) => problem !== undefined)).toEqual([]);
});
