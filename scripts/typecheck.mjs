// `npm run typecheck`: every tsconfig, two at a time.
import { runChecks, typeChecks } from './lib/checks.mjs';

const { failed } = await runChecks(typeChecks);
process.exitCode = failed === 0 ? 0 : 1;
