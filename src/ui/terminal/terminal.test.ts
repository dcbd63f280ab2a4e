import { describe, expect, test } from 'vitest';
import { completions } from './completion';
import { drawInput, eraseInput, type InputLook } from './input-row';
import { edited, editOf, EMPTY, type Line } from './line-editor';
import { isComplete, shellLine, typedText } from './shell-line';
import { FIRST_COMMAND, suggestions } from './suggestions';
import { countBy, pieces, runningAt, type Colors, type TranscriptCommand } from './transcript';

const plain: Colors = { prompt: (t) => t, command: (t) => t, good: (t) => t, bad: (t) => t };
/** A line with the cursor at `|`. */
const at = (text: string): Line => ({ text: text.replace('|', ''), cursor: text.indexOf('|') });
const shown = ({ text, cursor }: Line): string => `${text.slice(0, cursor)}|${text.slice(cursor)}`;

describe('the line editor', () => {
  test.each([
    ['inserts at the cursor', 'get p|s', { type: 'insert', text: 'od' } as const, 'get pod|s'],
    ['deletes back to the word’s begin', 'kubectl get pods|', { type: 'killWord' } as const, 'kubectl get |'],
    ['jumps over a word', '|get pods', { type: 'wordRight' } as const, 'get| pods'],
    ['cuts to the end', 'get| pods', { type: 'killToEnd' } as const, 'get|'],
    ['stays at the begin', '|x', { type: 'backspace' } as const, '|x'],
  ])('%s', (_title, before, edit, after) => expect(shown(edited(at(before), edit))).toBe(after));

  test('reads the terminal’s keys, and leaves unknown sequences alone', () => {
    expect(editOf('\x17')).toEqual({ type: 'killWord' });
    expect(editOf('a\r\nb')).toEqual({ type: 'insert', text: 'a\nb' });
    expect(editOf('\x1b[25~')).toBeUndefined();
  });
});

describe('the shell’s reading of a line', () => {
  test('goes on after a backslash, an open quote and in a here-document', () => {
    expect(['get \\', "label x='a", 'apply -f - <<EOF\nkind: Pod', 'get pods', 'apply -f - <<EOF\nkind: Pod\nEOF'].map(isComplete)).toEqual([false, false, false, true, true]);
  });

  test('joins continued lines', () => {
    expect(shellLine('kubectl create deployment nginx \\\n  --image=nginx:1.29').line).toBe('kubectl create deployment nginx --image=nginx:1.29');
  });

  test('gives the here-document as standard input', () => {
    expect(shellLine('kubectl apply -f - <<EOF\nkind: Pod\nEOF')).toEqual({ line: 'kubectl apply -f -', stdin: 'kind: Pod\n' });
  });

  test('is shown again as it was typed, whatever stands in the here-document', () => {
    const lines = [{ line: 'kubectl get pods', stdin: undefined }, { line: 'kubectl apply -f -', stdin: 'kind: Pod\nmetadata: {}\n' }, { line: 'kubectl apply -f -', stdin: 'a\nEOF\nb\n' }];
    expect(lines.map((line) => shellLine(typedText(line)))).toEqual(lines);
    expect(lines.every((line) => isComplete(typedText(line)))).toBe(true);
  });
});

describe('the screen at the playhead', () => {
  const commands: readonly TranscriptCommand[] = [
    { id: 1, line: 'kubectl get pods -w', at: 100, exit: undefined, interruptedAt: 400 },
    { id: 2, line: 'kubectl get nodes', at: undefined, exit: undefined, interruptedAt: undefined },
  ];
  const all = pieces(commands, [{ id: 1, at: 300, stream: 'stdout', text: 'b\n' }, { id: 1, at: 200, stream: 'stdout', text: 'a\n' }], plain);

  test('shows what had come by then, in order', () => {
    expect(all.slice(0, countBy(all, 250)).map((p) => p.text).join('')).toBe('$ kubectl get pods -w\r\na\r\n');
    expect(all.slice(0, countBy(all, 500)).map((p) => p.text).join('')).toBe('$ kubectl get pods -w\r\na\r\nb\r\n^C\r\n');
  });

  test('knows which command is in the foreground', () => {
    expect([50, 300, 400].map((t) => runningAt(commands, t)?.id)).toEqual([undefined, 1, undefined]);
  });
});

describe('the typed line on the screen', () => {
  const look: InputLook = { columns: 20, prompt: true, ghost: 'kubectl get', dim: (t) => `<${t}>`, colors: plain };

  test('puts the cursor back to where it is in a wrapped line', () => {
    const drawn = drawInput(at('kubectl get pods -o |wide'), look);
    expect(drawn.text).toBe('$ kubectl get pods -o wide\r\x1b[2C');
    expect(drawn.cursorRow).toBe(1);
    expect(eraseInput(drawn)).toBe('\r\x1b[1A\x1b[J');
  });

  test('shows a suggestion only behind an empty line', () => {
    expect(drawInput(EMPTY, look).text).toContain('<kubectl get>');
    expect(drawInput(at('k|'), look).text).not.toContain('<');
  });
});

describe('help with typing', () => {
  const fact = (name: string, wanted = 3) => ({ name, wanted, deleting: false, namespace: 'default' });
  const cluster = { deployments: [fact('nginx')], pods: [fact('nginx-1')], replicaSets: [], nodes: [fact('node-1')] } as never;

  test('completes verbs, kinds, names and flags', () => {
    expect(completions('kubectl des', cluster)).toEqual(['kubectl describe ']);
    expect(completions('kubectl get rep', cluster)).toEqual(['kubectl get replicasets ']);
    expect(completions('kubectl delete deployment n', cluster)).toEqual(['kubectl delete deployment nginx ']);
    expect(completions('kubectl scale deployment nginx --r', cluster)).toEqual(['kubectl scale deployment nginx --replicas=']);
  });

  test('suggests what fits the cluster and was not run yet', () => {
    expect(suggestions([], undefined)[0]).toBe(FIRST_COMMAND);
    expect(suggestions([FIRST_COMMAND, 'kubectl get pods -o wide'], cluster)).toEqual(['kubectl scale deployment nginx --replicas=5', 'kubectl delete pod nginx-1', 'kubectl describe pod nginx-1', 'kubectl delete deployment nginx']);
  });
});
