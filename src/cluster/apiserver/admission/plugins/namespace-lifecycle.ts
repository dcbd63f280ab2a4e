import { forbiddenStatus, notFoundStatus } from '../../../../api/status';
import type { KubeObject, Namespace } from '../../../../api/types';
import { MILLISECOND } from '../../../../kernel/time';
import type { AdmissionAttributes, AdmissionEnvironment, AdmissionPlugin, Answer, Later, Verdict } from '../plugin';

const IMMORTAL: ReadonlySet<string> = new Set(['default', 'kube-system', 'kube-public']);
/** How long a create in a namespace that nobody has seen yet is held, in case the cache is behind. */
const MISSING_NAMESPACE_WAIT = 50 * MILLISECOND;

/** Nothing is created in a namespace that is not there or is going away. Models apiserver pkg/admission/plugin/namespace/lifecycle. */
export const namespaceLifecycle: AdmissionPlugin = {
  name: 'NamespaceLifecycle',
  handles: (operation, resource) =>
    resource.resource === 'namespaces' ? operation === 'DELETE' : resource.namespaced && operation !== 'DELETE' && resource.resource !== 'localsubjectaccessreviews',
  mutate: (a, env) => {
    if (a.resource.resource === 'namespaces') {
      return IMMORTAL.has(a.name) ? { refusal: forbiddenStatus(a.resource, a.name, 'this namespace may not be deleted') } : undefined;
    }
    const name = a.namespace ?? '';
    const namespace = env.caches.get('namespaces', name);
    if (namespace !== undefined) return inspect(a, namespace);
    return waitFor(a, env, name);
  },
};

function inspect(a: AdmissionAttributes, object: KubeObject): Verdict | undefined {
  const namespace = object as Namespace;
  if (a.operation !== 'CREATE' || namespace.status.phase !== 'Terminating') return undefined;
  const { name } = namespace.metadata;
  const cause = { reason: 'NamespaceTerminating', message: `namespace ${name} is being terminated`, field: 'metadata.namespace' };
  return { refusal: forbiddenStatus(a.resource, a.name, `unable to create new content in namespace ${name} because it is being terminated`, [cause]) };
}

/** Waits for the cache, then asks the store itself. */
function waitFor(a: AdmissionAttributes, env: AdmissionEnvironment, name: string): Answer {
  const later: Later = {
    later: (resume) => {
      env.actor.timer(MISSING_NAMESPACE_WAIT, 'waiting for the namespace', env.actor.kernel.resuming(() => {
        const seen = env.caches.get('namespaces', name);
        if (seen !== undefined) {
          resume(inspect(a, seen));
          return;
        }
        env.loopback.request({ method: 'GET', path: `/api/v1/namespaces/${name}`, subject: `namespaces/${name}` }, (response) => {
          resume(response.code < 400 ? inspect(a, response.body as KubeObject) : { refusal: notFoundStatus({ group: '', resource: 'namespaces' }, name) });
        });
      }));
    },
  };
  return later;
}
