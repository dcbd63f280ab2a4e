import { isEnvVarName } from '../../api/field/names';
import { err, ok, type Result } from '../../base/result';
import { text, type Failure } from './failure';

/** `--env=KEY=value`. Models kubectl pkg/generate/versioned run.go parseEnvs. */
export function parseEnvironment(pairs: readonly string[]): Result<readonly { readonly name: string; readonly value?: string }[], Failure> {
  const env: { name: string; value?: string }[] = [];
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    const name = equals < 0 ? pair : pair.slice(0, equals);
    if (equals < 0 || name === '' || isEnvVarName(name).length > 0) return err(text(`invalid env: ${pair}`));
    const value = pair.slice(equals + 1);
    env.push(value === '' ? { name } : { name, value });
  }
  return ok(env);
}
