import { expect, it } from 'vitest';
import { findTemplateFile } from './template-file.ts';

const URL = 'https://a.example/b.png';

it.each([
  ['image', URL, { kinds: ['image', 'drawing'], name: 'The picture of the template', address: URL }],
  ['video', JSON.stringify({ type: 'video', src: URL }), { name: 'The film of the template', address: URL }],
  ['audio', 'media/tune.mp3', { name: 'The sound of the template', address: undefined }],
  ['image', JSON.stringify({ type: 'svg', src: '<svg/>' }), { picture: 'data:image/svg+xml,%3Csvg%2F%3E' }],
] as const)('the file of a template for a field of the kind %s: %s', (kind, written, file) => {
  expect(findTemplateFile({ kind }, written)).toMatchObject(file);
});

it('a text of a template is no file', () => {
  expect(findTemplateFile({ kind: 'text' }, URL)).toBeUndefined();
});
