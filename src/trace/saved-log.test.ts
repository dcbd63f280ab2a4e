import { describe, expect, it } from 'vitest';
import { LOG_VERSION } from '../kernel/log';
import { loadLog, saveLog } from './saved-log';
import { logFromText, SMALL_RUN, SMALL_RUN_OBJECTS } from './testing/log-from-text';

describe('a saved log', () => {
  const log = logFromText(SMALL_RUN, SMALL_RUN_OBJECTS);

  it('read back is the same log', () => {
    const loaded = loadLog(saveLog(log));
    expect(loaded.ok && loaded.value.hash()).toBe(log.hash());
  });

  it.each([
    ['no JSON', '{', /^not JSON/],
    ['something else', '{"a":1}', /^not a saved log/],
    ['from the future', `{"format":"podyssey-log","version":${LOG_VERSION + 1}}`, /is of version/],
    ['of no version', '{"format":"podyssey-log"}', /version is undefined/],
    ['without its lists', '{"format":"podyssey-log","version":1}', /must be lists/],
    ['with a column too short', saveLog(log).replace('"begin":[0,', '"begin":['), /tables\.spans\.end has 16 rows/],
  ])('that is %s gets a sentence', (_, text, sentence) => {
    const loaded = loadLog(text);
    expect(loaded.ok ? '' : loaded.error).toMatch(sentence);
  });
});
