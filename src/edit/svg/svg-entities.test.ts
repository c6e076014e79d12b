import { expect, it } from 'vitest';
import { SvgEntities } from './svg-entities.ts';

it('replaces the entities of XML, and leaves unknown ones', () => {
  expect(new SvgEntities().expand('&lt;&#65;&constructor;&__proto__;&nothing;')).toBe(
    '<A&constructor;&__proto__;&nothing;',
  );
});
