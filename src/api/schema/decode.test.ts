import { describe, expect, it } from 'vitest';
import { deepFreeze } from '../../base/freeze';
import type { KubeObject } from '../types';
import { decode, decodeProblem } from './decode';
import { schemaOf } from './schema';

const deployment = (spec: unknown): KubeObject => ({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' }, spec });

describe('the tables', () => {
  it('name only structs that exist', () => {
    for (const version of ['1.20', '1.35'] as const) {
      const schema = schemaOf(version);
      for (const name of schema.names()) {
        for (const field of schema.struct(name).fields) {
          let type = field.type;
          while (type.kind === 'list' || type.kind === 'map') type = type.of;
          if (type.kind === 'struct') expect(() => schema.struct(type.name)).not.toThrow();
        }
      }
    }
  });
});

describe('reading a body', () => {
  it('puts fields in wire order, drops zero values and writes structs that Go always writes', () => {
    const { object } = decode(deepFreeze(deployment({
      template: { spec: { hostNetwork: false, containers: [{ image: 'nginx', name: 'n', args: [], env: [{ name: 'A', value: '' }] }] }, metadata: { labels: { b: '2', a: '1' }, annotations: {} } },
      selector: { matchLabels: { a: '1' } }, paused: false, replicas: 0,
    })), '1.20');
    expect(JSON.stringify(object)).toBe('{"kind":"Deployment","apiVersion":"apps/v1","metadata":{"name":"web","creationTimestamp":null},"spec":{"replicas":0,"selector":{"matchLabels":{"a":"1"}},"template":{"metadata":{"creationTimestamp":null,"labels":{"a":"1","b":"2"}},"spec":{"containers":[{"name":"n","image":"nginx","env":[{"name":"A"}],"resources":{}}]}},"strategy":{}},"status":{}}');
  });

  it('leaves zero timestamps out of metadata from 1.34 on', () => {
    expect(JSON.stringify(decode(deployment({}), '1.35').object)).toBe('{"kind":"Deployment","apiVersion":"apps/v1","metadata":{"name":"web"},"spec":{"selector":null,"template":{"metadata":{},"spec":{"containers":null}},"strategy":{}},"status":{}}');
  });

  it('gives back the very object when nothing has to change', () => {
    const once = decode(deployment({ replicas: 3, selector: {}, template: { spec: { containers: [{ name: 'a', resources: { limits: { cpu: '100m' } } }] } } }), '1.35').object;
    expect(decode(once, '1.35').object).toBe(once);
  });

  it('writes quantities and times canonically', () => {
    const { object } = decode({ apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'q', creationTimestamp: '2026-11-30T18:02:14.5+01:00' }, spec: { hard: { cpu: 2, memory: '1024Mi' } } }, '1.35');
    expect(object).toMatchObject({ metadata: { creationTimestamp: '2026-11-30T17:02:14Z' }, spec: { hard: { cpu: '2', memory: '1Gi' } } });
  });

  it('finds unknown fields and says so only when strict', () => {
    const d = decode(deployment({ replica: 1, template: { spec: { containers: [{ name: 'a', imag: 'x' }] } } }), '1.35');
    expect(d.unknownFields).toEqual(['spec.replica', 'spec.template.spec.containers[0].imag']);
    expect(decodeProblem(d, true)).toBe('Deployment in version "v1" cannot be handled as a Deployment: strict decoding error: unknown field "spec.replica", unknown field "spec.template.spec.containers[0].imag"');
    expect(decodeProblem(d, false)).toBeUndefined();
    expect(d.object.spec).not.toHaveProperty('replica');
  });

  it.each([
    [{ replicas: 'three' }, 'json: cannot unmarshal string into Go struct field DeploymentSpec.spec.replicas of type int32'],
    [{ template: { spec: { containers: { name: 'a' } } } }, 'json: cannot unmarshal object into Go struct field PodSpec.spec.template.spec.containers of type []v1.Container'],
    [{ template: { metadata: { labels: { a: 1 } } } }, 'json: cannot unmarshal number into Go struct field ObjectMeta.spec.template.metadata.labels of type string'],
    [{ template: { spec: { containers: [{ ports: [{ containerPort: '80' }] }] } } }, 'json: cannot unmarshal string into Go struct field ContainerPort.spec.template.spec.containers.ports.containerPort of type int32'],
    [{ template: { spec: { containers: [{ resources: { limits: { cpu: 'lots' } } }] } } }, "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"],
  ])('refuses %j', (spec, want) => {
    expect(decodeProblem(decode(deployment(spec), '1.35'), false)).toBe(`Deployment in version "v1" cannot be handled as a Deployment: ${want}`);
  });

  it('passes kinds without a table through', () => {
    const crd = { apiVersion: 'example.com/v1', kind: 'Thing', metadata: { name: 'x' }, spec: { any: 1 } };
    expect(decode(crd, '1.35').object).toBe(crd);
  });
});
