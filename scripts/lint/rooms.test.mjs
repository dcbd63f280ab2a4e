import { describe, expect, test } from 'vitest';
import { cycles, fileComplaint, packageComplaint } from './rooms.mjs';

const listed = new Set(['react', 'xstate', 'zustand', 'd3', 'yaml', '@dagrejs/dagre']);

describe('the rooms', () => {
  test.each([
    ['kernel/clock.ts', 'base/heap.ts'],
    ['cluster/etcd/store.ts', 'api/version.ts'],
    ['cluster/kubelet/kubelet.ts', 'cluster/client/informer.ts'],
    ['cluster/kubelet/pleg.ts', 'cluster/kubelet/kubelet.ts'],
    ['cluster/kubelet/kubelet.ts', 'cluster/contracts.ts'],
    ['cluster/boot.ts', 'cluster/kubelet/kubelet.ts'],
    ['scenarios/runner.ts', 'cluster/boot.ts'],
    ['trace/lanes.ts', 'kernel/log.ts'],
    ['trace/lanes.ts', 'kernel/log/spans.ts'],
    ['state/session.ts', 'worker/protocol.ts'],
    ['ui/map.tsx', 'i18n/en.ts'],
    ['ui/shell/scenario-menu.tsx', 'scenarios/library/library.ts'],
    ['cluster/scheduler/scheduler.test.ts', 'cluster/boot.ts'],
    ['trace/lanes.test.ts', 'cluster/boot.ts'],
  ])('%s may import %s', (from, to) => {
    expect(fileComplaint(from, to)).toBeUndefined();
  });

  test.each([
    ['base/heap.ts', 'kernel/clock.ts'],
    ['kernel/clock.ts', 'api/version.ts'],
    ['api/version.ts', 'kernel/clock.ts'],
    ['cluster/scheduler/scheduler.ts', 'cluster/kubelet/kubelet.ts'],
    ['cluster/client/informer.ts', 'cluster/apiserver/server.ts'],
    ['cluster/contracts.ts', 'cluster/apiserver/server.ts'],
    ['cluster/contracts.ts', 'cluster/boot.ts'],
    ['cluster/kubectl/run.ts', 'cluster/boot.ts'],
    ['trace/lanes.ts', 'kernel/kernel.ts'],
    ['trace/lanes.ts', 'cluster/boot.ts'],
    ['worker/engine.ts', 'ui/map.tsx'],
    ['state/session.ts', 'worker/engine.ts'],
    ['ui/map.tsx', 'kernel/log.ts'],
    ['ui/shell/scenario-menu.tsx', 'scenarios/runner.ts'],
    ['ui/map.tsx', 'worker/protocol.ts'],
    ['i18n/en.ts', 'base/assert.ts'],
    ['cli/main.ts', 'worker/engine.ts'],
    ['cluster/boot.ts', 'cluster/boot.test.ts'],
    ['cluster/boot.ts', 'cluster/testing/fake.ts'],
    ['attic/old.ts', 'base/assert.ts'],
  ])('%s may not import %s', (from, to) => {
    expect(fileComplaint(from, to)).toEqual(expect.any(String));
  });

  test('a complaint about siblings names both', () => {
    expect(fileComplaint('cluster/scheduler/bind.ts', 'cluster/kubelet/sync.ts')).toBe('scheduler may not import its sibling kubelet: components meet over requests and watches');
  });
});

describe('packages', () => {
  test.each([
    ['kernel/stepper.ts', 'xstate'],
    ['cluster/scheduler/machine.ts', 'xstate'],
    ['cluster/kubelet/podMachine.machine.ts', 'xstate'],
    ['cluster/kubelet/pod-machine.ts', 'xstate'],
    ['state/playback.ts', 'xstate'],
    ['state/playback/machine.ts', 'xstate'],
    ['state/session.ts', 'zustand'],
    ['trace/layout/graph.ts', '@dagrejs/dagre'],
    ['ui/map.tsx', 'd3'],
    ['ui/map.tsx', 'react'],
    ['scenarios/format.ts', 'yaml'],
    ['cluster/kubectl/apply.ts', 'yaml'],
    ['cli/main.ts', 'node:fs'],
    ['scenarios/format.test.ts', 'node:fs'],
  ])('%s may import %s', (from, name) => {
    expect(packageComplaint(from, name, listed)).toBeUndefined();
  });

  test.each([
    ['cluster/scheduler/scheduler.ts', 'xstate'],
    ['state/session.ts', 'xstate'],
    ['ui/map.tsx', 'zustand'],
    ['trace/lanes.ts', 'd3'],
    ['cluster/apiserver/decode.ts', 'yaml'],
    ['state/session.ts', 'react'],
    ['cluster/etcd/store.ts', 'node:fs'],
    ['ui/map.tsx', 'left-pad'],
    ['ui/map.test.ts', 'left-pad'],
  ])('%s may not import %s', (from, name) => {
    expect(packageComplaint(from, name, listed)).toEqual(expect.any(String));
  });
});

describe('cycles', () => {
  test('a graph without one has none, however its paths meet', () => {
    expect(cycles(new Map([['a', ['b', 'c']], ['b', ['d']], ['c', ['d']], ['d', []]]))).toEqual([]);
  });

  test('a cycle is told once, from where it closes', () => {
    expect(cycles(new Map([['a', ['b']], ['b', ['c']], ['c', ['b']]]))).toEqual([['b', 'c', 'b']]);
  });

  test('a file that imports itself is a cycle', () => {
    expect(cycles(new Map([['a', ['a']]]))).toEqual([['a', 'a']]);
  });
});
