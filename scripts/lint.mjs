// `npm run lint`: ESLint, and the allow-list of imports.
import { lintChecks, runChecks } from './lib/checks.mjs';

const { failed } = await runChecks(lintChecks);
process.exitCode = failed === 0 ? 0 : 1;
