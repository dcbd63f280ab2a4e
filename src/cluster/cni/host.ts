import type { CniPortMapping } from '../../api/cni';
import { HostLocalStore } from './host-local-store';

/** The two ends of a pod's cable. */
export interface VethPair {
  readonly hostName: string;
  readonly hostMac: string;
  readonly containerMac: string;
  readonly sandbox: string;
}

/** What network plugins changed on one node: its bridge, cables, address files, port mappings. */
export class HostNetwork {
  /** Name to MAC address. */
  readonly bridges = new Map<string, string>();
  /** By sandbox id. */
  readonly veths = new Map<string, VethPair>();
  /** By sandbox id: the iptables chain of its host ports. */
  readonly portMappings = new Map<string, readonly CniPortMapping[]>();
  private readonly networks = new Map<string, HostLocalStore>();

  network(name: string, subnet: string): HostLocalStore {
    let store = this.networks.get(name);
    if (store === undefined) this.networks.set(name, (store = new HostLocalStore(subnet)));
    return store;
  }
}
