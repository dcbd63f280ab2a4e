import { describe, expect, test } from 'vitest';
import { HostLocalStore } from './host-local-store';

const allocate = (store: HostLocalStore, id: string): string => {
  const lease = store.allocate(id, 'eth0');
  return lease.ok ? lease.value.address : lease.error;
};

describe('the addresses of a node', () => {
  test('the first pod gets .2, for .1 is the gateway', () => {
    expect(new HostLocalStore('10.244.3.0/24').allocate('a', 'eth0')).toEqual({ ok: true, value: { address: '10.244.3.2', gateway: '10.244.3.1', prefix: 24 } });
  });

  test('a freed address is not given out again before all others were', () => {
    const store = new HostLocalStore('10.244.0.0/24');
    allocate(store, 'a');
    allocate(store, 'b');
    expect(store.release('a', 'eth0')).toBe('10.244.0.2');
    expect(allocate(store, 'c')).toBe('10.244.0.4');
  });

  test('at the end of the range it goes on with what was freed, past the gateway', () => {
    const store = new HostLocalStore('10.0.0.0/29');
    for (const id of ['a', 'b', 'c', 'd', 'e']) allocate(store, id);
    store.release('b', 'eth0');
    expect(allocate(store, 'f')).toBe('10.0.0.3');
  });

  test('an exhausted range says so in the words of the plugin', () => {
    const store = new HostLocalStore('10.0.0.0/30');
    expect(allocate(store, 'a')).toBe('10.0.0.2');
    expect(allocate(store, 'b')).toBe('failed to allocate for range 0: no IP addresses available in range set: 10.0.0.1-10.0.0.2');
  });

  test('its state is one file an address and one with the last address', () => {
    const store = new HostLocalStore('10.244.0.0/24');
    allocate(store, 'a');
    expect([...store.files]).toEqual([['10.244.0.2', 'a\r\neth0'], ['last_reserved_ip.0', '10.244.0.2']]);
  });

  test('releasing what was never given is no error', () => {
    expect(new HostLocalStore('10.244.0.0/24').release('nobody', 'eth0')).toBeUndefined();
  });
});
