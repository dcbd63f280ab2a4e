// Reads what the test runners wrote down, and adds it up.

/** @typedef {{ passed: number, failed: number, skipped: number }} Tally */

/**
 * A Vitest JSON report. A run that failed without a failed test (a file that does not load) counts as one failure, and so does a missing report.
 * @param {any} report
 * @param {number} code the runner's exit code
 * @returns {Tally}
 */
export function vitestTally(report, code) {
  const passed = report?.numPassedTests ?? 0;
  const failed = report?.numFailedTests ?? 0;
  const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0);
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed, skipped };
}

/**
 * A Playwright JSON report; a flaky test is a failed one.
 * @param {any} report
 * @param {number} code the runner's exit code
 * @returns {Tally}
 */
export function playwrightTally(report, code) {
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report?.stats ?? {};
  const failed = unexpected + flaky;
  return { passed: expected, failed: failed === 0 && code !== 0 ? 1 : failed, skipped };
}

/** The closing line. @param {Tally} tally */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
