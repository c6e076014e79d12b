import { expect, it } from 'vitest';
import { describePostgresFailure } from './describe-failure.ts';

const URL = 'postgres://me:secret@db:5432/films';

it.each([
  ['ECONNREFUSED', 'to the address of a running PostgreSQL'],
  ['3D000', 'CREATE DATABASE films OWNER me.'],
  ['28P01', 'rejects the role "me" or its password'],
  ['28000', 'pg_hba.conf'],
  ['53300', 'max_connections'],
  ['42501', 'GRANT CONNECT ON DATABASE films TO me.'],
])('says what to do about %s, without the password', (code, advice) => {
  const message = describePostgresFailure(URL, Object.assign(new Error('No.'), { code }));
  expect(message).toContain(`The database db:5432/films in DATABASE_URL cannot be used (${code}).`);
  expect(message).toContain(advice);
  expect(message).not.toContain('secret');
});
