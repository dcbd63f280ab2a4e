import { describe, expect, it } from 'vitest';
import type { PersistentVolume, PersistentVolumeClaim } from '../../../api/types';
import { World } from '../testing/world';

const claim = (spec: Readonly<Record<string, unknown>> = {}, finalizers: readonly string[] = []): unknown => ({
  apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'data', namespace: 'default', finalizers }, spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec }, status: { phase: 'Pending' },
});
const volume = (name: string, storage: string, spec: Readonly<Record<string, unknown>> = {}): unknown => ({
  apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name }, spec: { capacity: { storage }, accessModes: ['ReadWriteOnce'], persistentVolumeReclaimPolicy: 'Retain', hostPath: { path: '/d' }, ...spec }, status: { phase: 'Pending' },
});
const storageClass = (mode: string): unknown => ({ apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', metadata: { name: 'fast' }, provisioner: 'csi.example.com', volumeBindingMode: mode });
const theClaim = (world: World): PersistentVolumeClaim => world.get<PersistentVolumeClaim>('persistentvolumeclaims', 'default/data');

describe('the volume binder', () => {
  it('says that nothing fits a claim without a class', () => {
    const world = new World();
    world.api.put('persistentvolumeclaims', claim());
    world.run(1);
    expect(world.events()).toContain('Normal FailedBinding no persistent volumes available for this claim and no storage class is set');
    expect(theClaim(world).status.phase).toBe('Pending');
  });

  it('binds the smallest volume that is large enough, with four writes', () => {
    const world = new World();
    for (const [name, size] of [['large', '5Gi'], ['small', '500Mi'], ['right', '2Gi']] as const) world.api.put('persistentvolumes', volume(name, size));
    world.run(1);
    world.api.writes.length = 0;
    world.api.put('persistentvolumeclaims', claim());
    world.run(1);
    expect(world.writes('persistent-volume-binder').slice(0, 4)).toEqual(['update persistentvolumes 200', 'update persistentvolumes/status 200', 'update persistentvolumeclaims 200', 'update persistentvolumeclaims/status 200']);
    expect(theClaim(world)).toMatchObject({ spec: { volumeName: 'right' }, status: { phase: 'Bound', capacity: { storage: '2Gi' } }, metadata: { annotations: { 'pv.kubernetes.io/bind-completed': 'yes', 'pv.kubernetes.io/bound-by-controller': 'yes' } } });
    expect(world.get<PersistentVolume>('persistentvolumes', 'right').spec.claimRef?.name).toBe('data');
  });

  it('releases a volume whose claim went', () => {
    const world = new World();
    world.api.put('persistentvolumes', volume('v', '2Gi'));
    world.run(1);
    world.api.put('persistentvolumeclaims', claim());
    world.run(1);
    world.api.remove('persistentvolumeclaims', 'default/data');
    world.run(1);
    expect(world.get<PersistentVolume>('persistentvolumes', 'v').status.phase).toBe('Released');
  });

  it('binds a claim when a volume comes later', () => {
    const world = new World();
    world.api.put('persistentvolumeclaims', claim());
    world.run(1);
    world.api.put('persistentvolumes', volume('late', '2Gi'));
    world.run(16);
    expect(theClaim(world).status.phase).toBe('Bound');
  });

  it('asks an external provisioner, waits for a consumer, or misses the class', () => {
    const told = (mode: string | undefined): readonly string[] => {
      const world = new World('1.20');
      if (mode !== undefined) world.api.put('storageclasses', storageClass(mode));
      world.run(1);
      world.api.put('persistentvolumeclaims', claim({ storageClassName: 'fast' }));
      world.run(1);
      return world.events();
    };
    expect(told('Immediate')).toContain('Normal ExternalProvisioning waiting for a volume to be created, either by external provisioner "csi.example.com" or manually created by system administrator');
    expect(told('WaitForFirstConsumer')).toContain('Normal WaitForFirstConsumer waiting for first consumer to be created before binding');
    expect(told(undefined)).toContain('Warning ProvisioningFailed storageclass.storage.k8s.io "fast" not found');
  });

  it('holds a claim that is being deleted as long as a pod uses it', () => {
    const world = new World();
    world.api.put('pods', { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', namespace: 'default' }, spec: { nodeName: 'n', volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'data' } }] }, status: { phase: 'Running' } });
    world.api.put('persistentvolumeclaims', claim({}, ['kubernetes.io/pvc-protection']));
    world.run(1);
    world.api.change('persistentvolumeclaims', 'default/data', (c: PersistentVolumeClaim) => ({ ...c, metadata: { ...c.metadata, deletionTimestamp: world.now() } }));
    world.run(1);
    expect(world.api.get('persistentvolumeclaims', 'default/data')).toBeDefined();
    world.api.remove('pods', 'default/p');
    world.run(1);
    expect(world.api.get('persistentvolumeclaims', 'default/data')).toBeUndefined();
  });
});
