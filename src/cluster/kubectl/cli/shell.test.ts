import { describe, expect, it } from 'vitest';
import { parseLine } from './shell';

const argv = (line: string): readonly string[] | string => {
  const parsed = parseLine(line);
  return parsed.ok ? parsed.value.argv : parsed.error.message;
};

describe('a line of the terminal', () => {
  it('is cut into words as a shell does it', () => {
    expect(argv(`kubectl  get pods -l 'app in (a, b)' --sort-by="{.metadata.name}" a\\ b ''`)).toEqual(['kubectl', 'get', 'pods', '-l', 'app in (a, b)', '--sort-by={.metadata.name}', 'a b', '']);
  });

  it('goes on after a backslash at the end of a line', () => {
    expect(argv('kubectl get \\\n  pods')).toEqual(['kubectl', 'get', 'pods']);
  });

  it('hands a here-document to standard input', () => {
    const parsed = parseLine("kubectl apply -f - <<'EOF'\nkind: Pod\n  a: $x\nEOF\n");
    expect(parsed).toEqual({ ok: true, value: { argv: ['kubectl', 'apply', '-f', '-'], stdin: 'kind: Pod\n  a: $x\n' } });
  });

  it.each(['kubectl get pods | grep web', 'kubectl get pods > file', 'kubectl get pods && kubectl get nodes', 'kubectl get $(cat name)'])('says of “%s” that this is not to be had here', (line) => {
    const parsed = parseLine(line);
    expect(parsed).toMatchObject({ ok: false, error: { code: 2 } });
  });

  it('misses the end of a quotation', () => {
    expect(parseLine("kubectl get 'pods").ok).toBe(false);
  });
});
