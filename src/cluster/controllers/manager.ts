import { ControllerContext, type ControllerManagerDeps } from './context';
import { DeploymentController } from './deployment/deployment';
import { EndpointSliceController } from './endpoints/endpointslices';
import { EndpointsController } from './endpoints/endpoints';
import { GarbageCollector } from './garbage-collector/garbage-collector';
import { ReplicaSetController } from './replicaset/replicaset';
import { RootCaPublisher } from './serviceaccount/root-ca';
import { ServiceAccountsController } from './serviceaccount/serviceaccounts';
import { TokensController } from './serviceaccount/tokens';

export type { ControllerManagerDeps } from './context';

/** One of the controllers. */
export interface Controller {
  /** Runs `then` once it may talk to the API server. */
  whenReady(then: () => void): void;
  start(): void;
}

export interface ControllerManager {
  /** Starts the informers, then, once their caches are filled, the controllers. */
  start(): void;
}

/**
 * kube-controller-manager: one process, one set of informers, many controllers that meet only in the API server.
 * Models cmd/kube-controller-manager/app/controllermanager.go.
 */
export function createControllerManager(deps: ControllerManagerDeps): ControllerManager {
  const context = new ControllerContext(deps);
  const controllers: readonly Controller[] = [
    new DeploymentController(context), new ReplicaSetController(context), new GarbageCollector(context),
    new ServiceAccountsController(context), new RootCaPublisher(context), ...(context.behaviour.tokenSecrets ? [new TokensController(context)] : []),
    new EndpointsController(context), new EndpointSliceController(context),
  ];
  return {
    start: () => {
      context.start();
      context.whenSynced(() => {
        for (const controller of controllers) controller.whenReady(() => controller.start());
      });
    },
  };
}
