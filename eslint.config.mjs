import tseslint from 'typescript-eslint';

/** What each folder may import: the layer rule of the house. Paths are matched as written in the import. */
const layers = {
  core: {
    forbid: ['**/server/**', '**/extension/**', '**/webview/**', 'vscode', 'vscode-*', 'node:*', 'sql.js', 'lit', '@vscode/*'],
  },
  server: {
    forbid: [
      '**/extension/**',
      '**/webview/**',
      'vscode',
      'vscode-languageclient',
      'vscode-languageclient/*',
      'lit',
      '@vscode/*',
    ],
  },
  extension: { forbid: ['**/server/**', '**/webview/**', 'sql.js', 'vscode-languageserver', 'vscode-languageserver/*', 'lit'] },
  webview: { forbid: ['**/server/**', '**/extension/**', 'vscode', 'vscode-*', 'node:*', 'sql.js'] },
};

const layerRules = Object.entries(layers).map(([folder, { forbid }]) => ({
  files: [`${folder}/**/*.ts`],
  rules: {
    'no-restricted-imports': [
      'error',
      { patterns: [{ group: forbid, message: `${folder}/ may not import this: see the layers in CONTRIBUTING.md.` }] },
    ],
  },
}));

export default tseslint.config(
  { ignores: ['dist/**', 'node_modules/**', '.vscode-test/**', 'test/fixtures/**', '**/*.mjs', '**/*.d.ts'] },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: true }],
      'no-restricted-syntax': ['error', { selector: 'ExportDefaultDeclaration', message: 'Name what you export.' }],
      'max-lines': ['error', { max: 400 }],
    },
  },
  ...layerRules,
  {
    files: ['webview/**/*.ts'],
    ignores: ['webview/controls.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: [...layers.webview.forbid, '@vscode/webview-ui-toolkit*'],
              message: 'Only webview/controls.ts names the toolkit.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['test/**/*.ts'],
    rules: { '@typescript-eslint/no-floating-promises': ['error', { allowForKnownSafeCalls: ['describe', 'it'] }] },
  },
);
