import { expect, it } from 'vitest';
import { groupShortcuts, nameKeys } from './name-keys.ts';

it('names keys as they stand on the keyboard', () => {
  expect(nameKeys('mod+Shift+z', false)).toEqual(['Ctrl', 'Shift', 'Z']);
  expect(nameKeys('mod+a', true)).toEqual(['⌘', 'A']);
  expect(nameKeys('ArrowLeft', false)).toEqual(['←']);
  expect(nameKeys(' ', false)).toEqual(['Space']);
  expect(nameKeys('+', false)).toEqual(['+']);
  expect(nameKeys('mod++', false)).toEqual(['Ctrl', '+']);
});

it('puts the keys that do the same together', () => {
  const shortcuts = [
    { keys: 'mod+y', does: 'Redo' },
    { keys: 's', does: 'Split' },
    { keys: 'mod+Shift+z', does: 'Redo' },
  ];
  expect(groupShortcuts(shortcuts)).toEqual([
    { does: 'Redo', keys: ['mod+y', 'mod+Shift+z'] },
    { does: 'Split', keys: ['s'] },
  ]);
});
