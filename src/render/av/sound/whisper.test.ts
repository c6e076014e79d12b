import { expect, test } from 'vitest';
import { parseLanguage } from './whisper.ts';

test.each([
  ['whisper_full_with_state: auto-detected language: en (p = 0.987654)\n', 'en'],
  ['[Parsed_whisper_0 @ 0x55d0] whisper_full_with_state: auto-detected language: haw (p = 0.3)', 'haw'],
  ['whisper_init_with_params_no_state: use gpu    = 1', undefined],
  ['whisper_model_load: n_langs       = 99', undefined],
])('finds the language in the log line %j', (line, language) => expect(parseLanguage(line)).toBe(language));
