import { describe, expect, it } from 'vitest';
import { schemeFor } from '../../api/scheme';
import type { ConfigMap } from '../../api/types';
import { Kernel } from '../../kernel/kernel';
import { expectSteppersEqual } from '../../kernel/stepper-equality';
import { SECOND } from '../../kernel/time';
import { ApiClient } from './api-client';
import { Informer } from './informer';
import { reflectorMachine } from './reflector.machine';
import { FakeApiServer } from './testing/fake-api-server';

const configMap = (name: string, data: Readonly<Record<string, string>> = {}): ConfigMap => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'default' }, data });

function follow(): { readonly kernel: Kernel; readonly server: FakeApiServer; readonly informer: Informer<ConfigMap>; readonly heard: string[] } {
  const kernel = new Kernel(1);
  const server = new FakeApiServer(kernel);
  const api = new ApiClient(kernel.actor('controller'), server, { credential: { kind: 'none' }, userAgent: 'test' });
  const informer = new Informer<ConfigMap>(api, schemeFor('1.35'), '', 'v1', 'configmaps');
  const heard: string[] = [];
  informer.addHandlers({
    added: (o) => heard.push(`added ${o.metadata.name}`), updated: (a, b) => heard.push(`updated ${b.metadata.name} ${a.metadata.resourceVersion}→${b.metadata.resourceVersion}`), deleted: (o) => heard.push(`deleted ${o.metadata.name}`),
  });
  informer.addIndex('colour', (o) => (o.data?.['colour'] === undefined ? [] : [o.data['colour']]));
  return { kernel, server, informer, heard };
}

describe('Informer', () => {
  it('lists what is there, then follows what changes', () => {
    const { kernel, server, informer, heard } = follow();
    server.put('configmaps', configMap('a'));
    informer.start();
    kernel.run(SECOND);
    expect(informer.hasSynced()).toBe(true);
    server.put('configmaps', configMap('b'));
    server.put('configmaps', configMap('a', { x: '1' }));
    server.remove('configmaps', 'default/b');
    kernel.run(2 * SECOND);
    expect(heard).toEqual(['added a', 'added b', 'updated a 1→3', 'deleted b']);
    expect([...informer.list('default')].map((o) => o.metadata.name)).toEqual(['a']);
  });

  it('keeps its indices up', () => {
    const { kernel, server, informer } = follow();
    informer.start();
    kernel.run(SECOND);
    server.put('configmaps', configMap('a', { colour: 'red' }));
    server.put('configmaps', configMap('b', { colour: 'red' }));
    server.put('configmaps', configMap('a', { colour: 'blue' }));
    kernel.run(2 * SECOND);
    expect([...informer.byIndex('colour', 'red')].map((o) => o.metadata.name)).toEqual(['b']);
    expect([...informer.byIndex('colour', 'blue')].map((o) => o.metadata.name)).toEqual(['a']);
  });

  it('tries again until the server can be reached', () => {
    const { kernel, server, informer } = follow();
    server.down = 'connection refused';
    server.put('configmaps', configMap('a'));
    informer.start();
    kernel.run(3 * SECOND);
    expect(informer.hasSynced()).toBe(false);
    server.down = undefined;
    kernel.run(6 * SECOND);
    expect(informer.get('default/a')).toBeDefined();
  });

  it('steps its reflector compiled as XState does', () => {
    expect(expectSteppersEqual(reflectorMachine, undefined, ['START', 'LISTED', 'STREAMED', 'OPENED', 'EVENT', 'ENDED', 'EXPIRED', 'FAILED'])).toEqual([]);
  });
});

describe('an Informer of a release that streams lists', () => {
  it('asks once, and is synced when the bookmark that ends the list has come', () => {
    const { kernel, server, informer, heard } = follow();
    server.put('configmaps', configMap('a'));
    informer.start();
    kernel.run(SECOND);
    const { messages, strings } = { messages: kernel.log.messages, strings: kernel.log.strings };
    const sent = Array.from({ length: messages.label.length }, (_, row) => strings[messages.label.get(row)] ?? '').filter((label) => label.startsWith('GET '));
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatch(/\?allowWatchBookmarks=true&resourceVersionMatch=NotOlderThan&sendInitialEvents=true&timeoutSeconds=\d+&watch=true$/);
    expect(heard).toEqual(['added a']);
  });

  it('lists and watches where the server cannot', () => {
    const kernel = new Kernel(1);
    const server = new FakeApiServer(kernel);
    const api = new ApiClient(kernel.actor('controller'), server, { credential: { kind: 'none' }, userAgent: 'test' });
    const informer = new Informer<ConfigMap>(api, schemeFor('1.20'), '', 'v1', 'configmaps');
    informer.start();
    kernel.run(SECOND);
    const { messages, strings } = kernel.log;
    const sent = Array.from({ length: messages.label.length }, (_, row) => strings[messages.label.get(row)] ?? '').filter((label) => label.startsWith('GET '));
    expect(sent.map((label) => label.replace(/\?.*/, ''))).toHaveLength(2);
    expect(sent[0]).toContain('limit=500&resourceVersion=0');
  });
});
