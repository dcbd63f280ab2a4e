import { TAINT } from '../../../../api/scheduling';
import type { Pod, Toleration } from '../../../../api/types';
import type { Change } from '../difference';
import type { AdmissionPlugin } from '../plugin';

const NOT_READY: Toleration = { key: TAINT.notReady, operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 };
const UNREACHABLE: Toleration = { key: TAINT.unreachable, operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 };
const BOTH: readonly Toleration[] = [NOT_READY, UNREACHABLE];
const ADD_BOTH: readonly Change[] = [{ op: 'add', path: '/spec/tolerations', value: BOTH }];

/** Lets pods stay for five minutes on a node that fails. Models plugin/pkg/admission/defaulttolerationseconds. */
export const defaultTolerationSeconds: AdmissionPlugin = {
  name: 'DefaultTolerationSeconds',
  handles: (operation, resource, subresource) => resource.resource === 'pods' && subresource === undefined && (operation === 'CREATE' || operation === 'UPDATE'),
  mutate: (a) => {
    const pod = a.object as Pod;
    const { tolerations } = pod.spec;
    if (tolerations === undefined || tolerations.length === 0) return { object: { ...pod, spec: { ...pod.spec, tolerations: BOTH } }, patch: ADD_BOTH };
    const missing = BOTH.filter((t) => !tolerations.some((own) => tolerates(own, t)));
    return missing.length === 0 ? undefined : { object: { ...pod, spec: { ...pod.spec, tolerations: [...tolerations, ...missing] } } };
  },
};

const tolerates = (own: Toleration, taint: Toleration): boolean =>
  (own.key === taint.key || own.key === undefined || own.key === '') && (own.effect === 'NoExecute' || own.effect === undefined);
