import type { Scheme } from '../../api/scheme';
import type { ApiClient } from '../client/api-client';

const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json';

/**
 * Asks the API server what it serves: two documents, or, before aggregated discovery (1.26), those two and then one request
 * a group version, side by side. What is served is known here anyway; this is for the requests and the time they take.
 * Models client-go discovery ServerGroupsAndResources.
 */
export function discover(api: ApiClient, scheme: Scheme, aggregated: boolean, done: () => void): void {
  const get = (path: string, then: () => void): void => {
    api.request({ method: 'GET', path, query: { timeout: '32s' }, ...(aggregated ? { accept: AGGREGATED } : {}) }, then, then);
  };
  get('/api', () => get('/apis', () => {
    if (aggregated) {
      done();
      return;
    }
    const versions = ['/api/v1', ...scheme.groups.flatMap((g) => g.versions.map((v) => `/apis/${g.group}/${v}`))];
    let missing = versions.length;
    for (const path of versions) {
      get(path, () => {
        missing -= 1;
        if (missing === 0) done();
      });
    }
  }));
}
