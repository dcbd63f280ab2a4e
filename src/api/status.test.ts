import { describe, expect, it } from 'vitest';
import { fieldErrorBody, invalid, notSupported, required, tooLong } from './field/error';
import { labelSelectorValue, stringMapValue, unsignedValue } from './field/govalue';
import {
  alreadyExistsStatus, conflictStatus, deletedStatus, disruptionBudgetStatus, forbiddenStatus, internalErrorStatus, invalidStatus, notFoundStatus, patchRejectedStatus,
} from './status';

const deployments = { group: 'apps', resource: 'deployments' };
const pods = { group: '', resource: 'pods' };

describe('Status errors, byte for byte as recorded', () => {
  it.each([
    [notFoundStatus(deployments, 'nothing'), '{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"deployments.apps \\"nothing\\" not found","reason":"NotFound","details":{"name":"nothing","group":"apps","kind":"deployments"},"code":404}'],
    [alreadyExistsStatus({ group: '', resource: 'configmaps' }, 'c'), '{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"configmaps \\"c\\" already exists","reason":"AlreadyExists","details":{"name":"c","kind":"configmaps"},"code":409}'],
    [conflictStatus(deployments, 'nginx'), '{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"Operation cannot be fulfilled on deployments.apps \\"nginx\\": the object has been modified; please apply your changes to the latest version and try again","reason":"Conflict","details":{"name":"nginx","group":"apps","kind":"deployments"},"code":409}'],
    [disruptionBudgetStatus('The disruption budget web needs 3 healthy pods and has 3 currently'), '{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"Cannot evict pod as it would violate the pod\'s disruption budget.","reason":"TooManyRequests","details":{"causes":[{"reason":"DisruptionBudget","message":"The disruption budget web needs 3 healthy pods and has 3 currently"}]},"code":429}'],
    [patchRejectedStatus(), '{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"the server rejected our request due to an error in our request","reason":"Invalid","details":{},"code":422}'],
    [internalErrorStatus('failed calling webhook "g": x'), '{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"Internal error occurred: failed calling webhook \\"g\\": x","reason":"InternalError","details":{"causes":[{"message":"failed calling webhook \\"g\\": x"}]},"code":500}'],
    [forbiddenStatus(deployments, '', 'User "alice" cannot create resource "deployments" in API group "apps" in the namespace "default"'), '{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"deployments.apps is forbidden: User \\"alice\\" cannot create resource \\"deployments\\" in API group \\"apps\\" in the namespace \\"default\\"","reason":"Forbidden","details":{"group":"apps","kind":"deployments"},"code":403}'],
    [invalidStatus({ group: '', kind: 'Pod' }, 'bad', [required('spec.containers')], '1.20'), '{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"Pod \\"bad\\" is invalid: spec.containers: Required value","reason":"Invalid","details":{"name":"bad","kind":"Pod","causes":[{"reason":"FieldValueRequired","message":"Required value","field":"spec.containers"}]},"code":422}'],
    [deletedStatus(deployments, 'web', 'u-1'), '{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Success","details":{"name":"web","group":"apps","kind":"deployments","uid":"u-1"}}'],
  ])('%#', (status, want) => {
    expect(JSON.stringify(status)).toBe(want);
  });

  it('names a cause for a refusal that has one', () => {
    const s = forbiddenStatus(pods, 'web-', 'unable to create', [{ reason: 'NamespaceTerminating', message: 'namespace team-a is being terminated', field: 'metadata.namespace' }]);
    expect(s.details).toEqual({ name: 'web-', kind: 'pods', causes: [{ reason: 'NamespaceTerminating', message: 'namespace team-a is being terminated', field: 'metadata.namespace' }] });
  });

  it('puts several field errors in brackets, equal ones once, but every one among the causes', () => {
    const e = invalid('spec.a', 1, 'bad');
    const s = invalidStatus({ group: 'apps', kind: 'Deployment' }, 'x', [e, e, required('spec.b')], '1.35');
    expect(s.message).toBe('Deployment.apps "x" is invalid: [spec.a: Invalid value: 1: bad, spec.b: Required value]');
    expect(s.details?.causes).toHaveLength(3);
  });
});

describe('values in field errors', () => {
  it('are Go syntax in 1.20 and JSON in 1.35', () => {
    const selector = invalid('spec.selector', labelSelectorValue({ matchLabels: { app: 'web' } }), 'field is immutable');
    expect(fieldErrorBody(selector, '1.20')).toBe('Invalid value: v1.LabelSelector{MatchLabels:map[string]string{"app":"web"}, MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: field is immutable');
    expect(fieldErrorBody(selector, '1.35')).toBe('Invalid value: {"matchLabels":{"app":"web"}}: field is immutable');
    const version = invalid('metadata.resourceVersion', unsignedValue(0), 'must be specified for an update');
    expect(fieldErrorBody(version, '1.20')).toBe('Invalid value: 0x0: must be specified for an update');
    expect(fieldErrorBody(version, '1.35')).toBe('Invalid value: 0: must be specified for an update');
    expect(fieldErrorBody(invalid('x', stringMapValue({ b: '2', a: '1' }), ''), '1.20')).toBe('Invalid value: map[string]string{"a":"1", "b":"2"}');
  });

  it('list what is supported, and limits by release', () => {
    expect(fieldErrorBody(notSupported('spec.restartPolicy', 'Sometimes', ['Always', 'OnFailure', 'Never']), '1.20')).toBe('Unsupported value: "Sometimes": supported values: "Always", "OnFailure", "Never"');
    expect(fieldErrorBody(tooLong('1.20', 'x', 63), '1.20')).toBe('Too long: must have at most 63 bytes');
    expect(fieldErrorBody(tooLong('1.35', 'x', 63), '1.35')).toBe('Too long: may not be more than 63 bytes');
  });
});
