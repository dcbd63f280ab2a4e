import { err, ok, type Result } from '../../base/result';
import { text, type Failure } from './failure';

/** `a=b,c=d`. Models kubectl pkg/generate generate.go ParseLabels. */
export function parseLabels(line: string): Result<Readonly<Record<string, string>>, Failure> {
  const labels: Record<string, string> = {};
  for (const pair of line.split(',')) {
    const equals = pair.indexOf('=');
    if (equals < 0) return err(text(`unexpected label spec: ${pair}`));
    if (equals === 0) return err(text('unexpected empty label key'));
    labels[pair.slice(0, equals)] = pair.slice(equals + 1);
  }
  return ok(labels);
}
