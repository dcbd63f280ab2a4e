import { describe, expect, it, vi } from 'vitest';
import { toldCommands } from './testing/told-runs';
import type { Journey } from './views';

// Whole clusters run here.
vi.setConfig({ testTimeout: 60_000 });

const rules = (journey: Journey | undefined): readonly string[] => journey?.steps.map((step) => step.rule) ?? [];

describe('Ctrl-C', () => {
  const { journeys, trace } = toldCommands([
    { line: 'kubectl create deployment web --image=nginx:1.29', seconds: 6 },
    { line: 'kubectl get pods -w', seconds: 3, interrupt: 2 },
    { line: 'kubectl get pods', seconds: 1 },
  ]);

  it('is part of the command that it interrupts, not one of its own', () => {
    expect(journeys.map((j) => j.command.line)).toEqual(['kubectl create deployment web --image=nginx:1.29', 'kubectl get pods -w', 'kubectl get pods']);
    expect(rules(journeys[1])).toEqual(expect.arrayContaining(['kubectl.watch', 'kubectl.interrupted']));
    expect(rules(journeys[1])).not.toContain('kubectl.exit');
    expect(journeys[1]?.outcome).toBe('done');
  });

  it('leads back to that command', () => {
    const interrupts = Array.from({ length: trace.log.messages.sent.length }, (_, row) => row).filter((row) => trace.log.strings[trace.log.messages.label.get(row)] === '^C');
    expect(interrupts).toHaveLength(1);
    expect(interrupts.map((row) => trace.index.commandOfMessage(row))).toEqual([journeys[1]?.command.row]);
  });
});

describe('a command that watches what another one set in motion', () => {
  const { journeys, stories } = toldCommands([
    { line: 'kubectl create deployment web --image=nginx:1.29 --replicas=2', seconds: 0.2 },
    { line: 'kubectl rollout status deployment/web', seconds: 8 },
  ]);
  const [created, watching] = journeys;

  it('keeps its own states, and the other its own', () => {
    expect(created?.outcome).toBe('ready');
    expect(rules(created)).not.toContain('kubectl.watch');
    expect(watching?.outcome).toBe('done');
    expect(rules(watching)).toEqual(expect.arrayContaining(['kubectl.watch', 'kubectl.print', 'kubectl.exit']));
  });

  it('has a way from its Enter to its prompt', () => {
    const path = stories.path(watching?.command.row ?? 0);
    expect(path?.begin).toBe(watching?.begin);
    expect((path?.end ?? 0) - (path?.begin ?? 0)).toBeGreaterThan(1_000_000);
  });
});

describe('the way of a workload that fails', () => {
  it('leads through the pull to the status that says so', () => {
    const { journeys, stories, trace } = toldCommands([{ line: 'kubectl run bad --image=nginx:9.99', seconds: 40 }]);
    const path = stories.path(journeys[0]?.command.row ?? 0);
    const onPath = journeys[0]?.steps.filter((step) => step.onPath).map((step) => step.rule);
    expect(onPath).toEqual(expect.arrayContaining(['cri.pull', 'cri.pullFails', 'kubelet.failure', 'status.imageError']));
    expect(path?.end).toBe(trace.facts.rowsOf('pods/default/bad').map((row) => trace.facts.view(row, trace.log.revisions)).find((fact) => fact.word === 'ErrImagePull')?.time);
  });

  it('leads through the crash to the status that says so', () => {
    const { journeys } = toldCommands([{ line: 'kubectl run crash --image=busybox:1.32 -- false', seconds: 20 }]);
    expect(journeys[0]?.outcome).toBe('failing');
    expect(journeys[0]?.steps.filter((step) => step.onPath).map((step) => step.rule)).toEqual(expect.arrayContaining(['cri.start', 'status.ended']));
  });
});

describe('what was wanted no longer', () => {
  it('counts as ready when it was before the next command changed it', () => {
    const { journeys } = toldCommands([
      { line: 'kubectl create deployment web --image=nginx:1.29', seconds: 8 },
      { line: 'kubectl scale deployment web --replicas=0', seconds: 4 },
      { line: 'kubectl delete deployment web', seconds: 4 },
    ]);
    expect(journeys.map((j) => j.outcome)).toEqual(['ready', 'ready', 'done']);
  });
});

describe('exit code 1', () => {
  it('is a refusal by the server, a word of kubectl itself, or just an answer', () => {
    const { journeys } = toldCommands([
      { line: 'kubectl get pod nothing', seconds: 1 },
      { line: 'kubectl get unicorns', seconds: 1 },
      { line: 'kubectl create deployment web', seconds: 1 },
      { line: 'kubectl delete pod nothing --ignore-not-found', seconds: 1 },
      { line: 'ls', seconds: 1 },
    ]);
    expect(journeys.map((j) => [j.outcome, j.refusal?.code])).toEqual([['refused', 404], ['usage', undefined], ['usage', undefined], ['done', undefined], ['usage', undefined]]);
  });
});
