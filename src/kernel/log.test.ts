import { describe, expect, it } from 'vitest';
import { float64, int32 } from './log-column';
import { Log } from './log';
import { NONE } from './time';

describe('Column', () => {
  it('keeps values while it grows', () => {
    const column = int32();
    for (let i = 0; i < 5000; i++) expect(column.push(i * 2)).toBe(i);
    expect(column.length).toBe(5000);
    expect(column.get(4999)).toBe(9998);
    expect([...column.slice(10, 13)]).toEqual([20, 22, 24]);
  });

  it('appends many at once', () => {
    const column = float64();
    column.push(0.5);
    column.append(new Float64Array([1.5, 2.5]));
    expect([...column.slice(0, 3)]).toEqual([0.5, 1.5, 2.5]);
  });
});

describe('Log', () => {
  const message = (log: Log, label: string, payload?: unknown): number =>
    log.addMessage({ sent: 1, delivered: 2, from: 'a', to: 'b', kind: 'http', label, cause: NONE, subject: undefined, payload });

  it('interns strings and documents: equal ones are kept once', () => {
    const log = new Log();
    const document = { x: 1 };
    message(log, 'GET /x', document);
    message(log, 'GET /x', document);
    expect(log.messages.label.get(0)).toBe(log.messages.label.get(1));
    expect(log.payloads).toHaveLength(2);
    expect(log.strings.filter((s) => s === 'GET /x')).toHaveLength(1);
  });

  it('opens spans without an end and closes them later', () => {
    const log = new Log();
    const row = log.openSpan({ begin: 5, actor: 'a', machine: 'm', instance: 1, state: 's', cause: NONE, subject: undefined });
    expect(log.spans.end.get(row)).toBe(NONE);
    log.closeSpan(row, 9);
    expect(log.spans.end.get(row)).toBe(9);
    log.explainSpan(row, { why: 'because' });
    expect(log.payloads[log.spans.payload.get(row)]).toEqual({ why: 'because' });
  });

  it('has one hash for equal contents and another for any difference', () => {
    const build = (label: string, payload: unknown): string => {
      const log = new Log();
      message(log, label, payload);
      log.addRevision(3, 7, '/registry/pods/default/web', 'create', { a: 1 }, NONE);
      return log.hash();
    };
    expect(build('x', { a: 1, b: 2 })).toBe(build('x', { b: 2, a: 1 }));
    expect(build('x', { a: 1 })).not.toBe(build('y', { a: 1 }));
    expect(build('x', { a: 1 })).not.toBe(build('x', { a: 2 }));
  });

  it('knows what kind of message a row is', () => {
    const log = new Log();
    expect(log.messageKind(message(log, 'x'))).toBe('http');
  });
});
