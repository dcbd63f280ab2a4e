import { resourceOf, resourcePath, type Scheme } from '../../../api/scheme';
import type { KubeObject } from '../../../api/types';
import { defined, invariant } from '../../../base/assert';
import type { ApiClient } from '../../client/api-client';

/** Writes the objects step by step through the server's own client, as user system:apiserver. `done` runs when all are stored. */
export function bootstrap(scheme: Scheme, loopback: ApiClient, steps: readonly (readonly KubeObject[])[], done: () => void): void {
  const [step, ...rest] = steps;
  if (step === undefined) {
    done();
    return;
  }
  let missing = step.length;
  for (const object of step) {
    const resource = defined(resourceOf(scheme, object), `resource of ${object.kind}`);
    const { name, namespace } = object.metadata;
    const subject = namespace === undefined ? `${resource.resource}/${name}` : `${resource.resource}/${namespace}/${name}`;
    loopback.request({ method: 'POST', path: resourcePath(resource, { namespace }), body: object, subject }, (response) => {
      // After a restart they are there already.
      invariant(response.code === 201 || response.code === 409, `bootstrap of ${subject}: ${JSON.stringify(response.body)}`);
      missing--;
      if (missing === 0) bootstrap(scheme, loopback, rest, done);
    });
  }
}
