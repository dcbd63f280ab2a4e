import { network, REMOVAL } from './on-node';
import type { Rule, RuleContext } from './rule';

/** A plugin is one program for both ways; its orders say which. */
const adds = { when: (_: unknown, { news }: RuleContext): boolean => / ADD\b/.test(news) };

/** Network plugins, in the order of their list. */
export const NETWORK_RULES: readonly Rule[] = [
  network('cni.loopback', 'loopback plugin', ['parsingConfig', 'bringingUp', 'done'], { ...adds, onlyOnWay: true }),
  network('cni.bridge', 'bridge plugin', ['parsingConfig', 'settingUpBridge', 'creatingVethPair', 'delegatingIpam'], adds),
  network('cni.address', 'host-local plugin', ['lockingStore', 'allocatingAddress', 'done'], adds),
  network('cni.configure', 'bridge plugin', ['configuringInterface', 'addingMasquerade', 'done'], adds),
  network('cni.portmap', 'portmap plugin', ['parsingConfig', 'lookingForHostPorts', 'programmingRules', 'done'], adds),
  network('cni.fails', 'bridge plugin', ['failed'], { bad: true, alike: { 'host-local plugin': ['failed'] } }),
  network('cni.release', 'bridge plugin', ['parsingConfig', 'releasingAddress', 'removingVethPair', 'done'], { ...REMOVAL, alike: { 'host-local plugin': ['lockingStore', 'releasingAddress', 'done'] } }),
  network('cni.unmap', 'portmap plugin', ['parsingConfig', 'removingRules', 'done'], { ...REMOVAL, onlyOnWay: true, alike: { 'loopback plugin': ['parsingConfig', 'bringingDown', 'done'] } }),
];
