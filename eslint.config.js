import js from '@eslint/js';
import hooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

// Below worker/ there is one clock, one source of chance and no other outside world. See docs/README.md, "Rules that lint holds".
const simulation = ['base', 'kernel', 'api', 'cluster', 'scenarios', 'trace', 'i18n'].map((room) => `src/${room}/**/*.ts`);

const virtual = 'the simulation knows only the kernel’s virtual time and seeded randomness';
const bannedGlobals = [
  'AbortController', 'Date', 'Intl', 'MessageChannel', 'Promise', 'TextDecoder', 'TextEncoder', 'Worker', 'alert', 'cancelAnimationFrame', 'clearInterval', 'clearTimeout',
  'console', 'crypto', 'document', 'fetch', 'global', 'globalThis', 'indexedDB', 'localStorage', 'location', 'navigator', 'performance', 'postMessage', 'process',
  'queueMicrotask', 'requestAnimationFrame', 'requestIdleCallback', 'self', 'sessionStorage', 'setImmediate', 'setInterval', 'setTimeout', 'structuredClone', 'window',
];

const everywhere = [
  { selector: 'ExportDefaultDeclaration', message: 'No default exports: a thing has one name.' },
];
const inSimulation = [
  ...everywhere,
  { selector: ':function[async=true]', message: `No async: ${virtual}.` },
  { selector: 'AwaitExpression', message: `No await: ${virtual}.` },
  { selector: 'ForOfStatement[await=true]', message: `No await: ${virtual}.` },
  { selector: "TSTypeReference[typeName.name='Promise']", message: `No promises: ${virtual}.` },
  { selector: 'MemberExpression[property.name=/^(localeCompare|toLocale.*)$/]', message: 'Order and text must not depend on the machine’s locale.' },
  { selector: "Program > VariableDeclaration[kind!='const'][declare!=true]", message: 'No module-level mutable state.' },
  { selector: "Program > ExportNamedDeclaration > VariableDeclaration[kind!='const']", message: 'No module-level mutable state.' },
  {
    selector: ':matches(Program, Program > ExportNamedDeclaration) > VariableDeclaration > VariableDeclarator:not([id.typeAnnotation.typeAnnotation.typeName.name=/^Readonly/]) > NewExpression[callee.name=/^(Weak)?(Map|Set)$/][arguments.length=0]',
    message: 'No module-level mutable state: an empty map or set here can only be a cache (declare it Readonly… where it is a constant).',
  },
];

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', '.cache/', 'playwright-report/', 'test-results/', 'coverage/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  {
    rules: {
      'no-undef': 'off', // TypeScript knows better.
      eqeqeq: 'error',
      'prefer-const': 'error',
      'no-var': 'error',
      'object-shorthand': 'error',
      'no-else-return': 'off',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/no-empty-object-type': 'off',
    },
  },
  { files: ['src/**/*.{ts,tsx}'], rules: { 'no-restricted-syntax': ['error', ...everywhere] } },
  {
    files: simulation,
    ignores: ['**/*.test.ts', '**/testing/**', '**/testing.ts'],
    rules: {
      'no-restricted-globals': ['error', ...bannedGlobals.map((name) => ({ name, message: `No ${name}: ${virtual}.` }))],
      'no-restricted-properties': ['error', { object: 'Math', property: 'random', message: `No Math.random: ${virtual}.` }],
      'no-restricted-syntax': ['error', ...inSimulation],
    },
  },
  { files: ['src/ui/**/*.{ts,tsx}', 'src/state/**/*.ts'], ...hooks.configs.flat.recommended },
  {
    // Only these rooms know promises, so only they pay for lint that knows types.
    files: ['src/{cli,worker,state,ui}/**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    },
  },
);
