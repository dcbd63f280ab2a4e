import type { KubeObject } from '../../../../api/types';
import { concerns, type AdmissionPlugin } from '../plugin';

const DEFAULT_CLASS = 'ingressclass.kubernetes.io/is-default-class';

/** Ingresses without a class get the default one. Models plugin/pkg/admission/network/defaultingressclass. */
export const defaultIngressClass: AdmissionPlugin = {
  name: 'DefaultIngressClass',
  handles: concerns(['CREATE'], 'ingresses'),
  mutate: (a, env) => {
    const { object } = a;
    const spec = object?.spec as { readonly ingressClassName?: string } | undefined;
    if (object === undefined || spec?.ingressClassName !== undefined) return undefined;
    const defaults: KubeObject[] = [];
    for (const c of env.caches.all('ingressclasses')) if (c.metadata.annotations?.[DEFAULT_CLASS] === 'true') defaults.push(c);
    const [only] = defaults;
    return only === undefined || defaults.length > 1 ? undefined : { object: { ...object, spec: { ...spec, ingressClassName: only.metadata.name } } };
  },
};
