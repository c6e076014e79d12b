import jsdoc from 'eslint-plugin-jsdoc';
import tseslint from 'typescript-eslint';
import { linearExpressions } from './scripts/lint/linear-expressions.js';

export default tseslint.config(
  // Kernels are AssemblyScript, which its own compiler checks.
  { ignores: ['node_modules', '.kinora', '.eyes', 'coverage', 'dist', 'src/render/compose/kernels'] },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    plugins: { jsdoc },
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      // A `using` declaration works by its end.
      '@typescript-eslint/no-unused-vars': ['error', { ignoreUsingDeclarations: true }],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      complexity: ['error', 15],
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      'no-console': 'error',
      'no-restricted-syntax': [
        'error',
        { selector: 'PrivateIdentifier', message: 'Write `private`, not `#`: one of the two is enough.' },
      ],
    },
  },
  {
    // Every exported declaration says what it is for. Types say the types, so only a description is asked for.
    files: ['src/**/*.ts', 'src/**/*.tsx'],
    ignores: ['**/*.test.ts'],
    rules: {
      'jsdoc/require-jsdoc': [
        'error',
        {
          publicOnly: true,
          enableFixer: false,
          require: { FunctionDeclaration: true, ClassDeclaration: true, ArrowFunctionExpression: true },
          contexts: ['TSInterfaceDeclaration', 'TSTypeAliasDeclaration'],
        },
      ],
      'jsdoc/require-description': [
        'error',
        {
          contexts: [
            'FunctionDeclaration',
            'ClassDeclaration',
            'TSInterfaceDeclaration',
            'TSTypeAliasDeclaration',
          ],
        },
      ],
    },
  },
  {
    files: ['**/*.test.ts', 'test/**', 'bench/**', 'gallery/**', 'site/**', 'eyes/**', 'chaos/**'],
    rules: {
      'max-lines-per-function': 'off',
      'no-console': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    files: ['**/*.{js,mjs}'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { parserOptions: { projectService: false } },
  },
  { files: ['bin/**', 'scripts/**'], rules: { 'no-console': 'off' } },
  {
    // What clients, services and files send must not hold up a thread.
    files: ['src/**', 'bin/**', 'scripts/**'],
    ignores: ['**/*.test.ts', '**/*.fixture.ts'],
    plugins: { kinora: { rules: { 'linear-expressions': linearExpressions } } },
    rules: { 'kinora/linear-expressions': 'error' },
  },
);
