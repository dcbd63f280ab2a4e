import { conflictStatus, invalidStatus } from '../../../api/status';
import { invalid } from '../../../api/field/error';
import type { KubeObject, ObjectMeta } from '../../../api/types';
import { draw } from '../../../kernel/latency';
import { LATENCY } from '../../latencies';
import { escalationRefusal } from '../authorization/escalation';
import { accounted } from '../managedfields/account';
import { createdMetadata, generateName } from '../registry/metadata';
import { prepareServiceForCreate, prepareServiceForUpdate, releaseService } from '../registry/services';
import { validateNew, validateChanged } from '../registry/validation';
import { refuse, refuseUnlessStale, type RequestMachine } from '../request';
import { withScale } from '../subresources/scale';

const PREPARED = { type: 'PREPARED' } as const;
const VALID = { type: 'VALID' } as const;
const NO_COMPLAINTS = { type: 'validation', errors: [] } as const;

/** The registry's part between admission and validation. Models apiserver pkg/registry/rest create.go BeforeCreate, update.go BeforeUpdate. */
export function prepare(m: RequestMachine): void {
  const { data } = m;
  const delay = draw(LATENCY.registry, m.actor.random);
  const escalation = escalationRefusal(data);
  if (escalation !== undefined) {
    refuse(m, delay, escalation);
    return;
  }
  switch (data.operation) {
    case 'create': prepareCreate(m, delay); break;
    case 'update':
    case 'patch': prepareUpdate(m, delay); break;
    default: m.work(delay, PREPARED);
  }
}

function prepareCreate(m: RequestMachine, delay: number): void {
  const { data } = m;
  const { core, handler } = data;
  const { object } = data;
  if (object === undefined) return;
  const context = core.strategyContext();
  const name = object.metadata.name !== undefined && object.metadata.name !== '' ? object.metadata.name : generateName(object.metadata.generateName ?? '', m.actor.random);
  data.name = name;
  m.subject = data.namespace === undefined ? `${data.resource.resource}/${name}` : `${data.resource.resource}/${data.namespace}/${name}`;
  const named: KubeObject = { ...handler.toStored(object), metadata: createdMetadata(object.metadata, name, m.actor.random.uuid(), context.timestamp, handler.strategy.generation !== false) };
  const prepared = withoutPlaceholder(handler.strategy.prepareForCreate(named, context));
  data.object = prepared;
  if (!core.behaviour.apiServer.allocatesBeforeValidation || allocate(m, delay)) m.work(delay, PREPARED);
}

/** Gives a new Service its address and ports. False: that was refused. */
function allocate(m: RequestMachine, delay: number): boolean {
  const { data } = m;
  const { core, object } = data;
  if (object === undefined || data.operation !== 'create' || data.resource.resource !== 'services') return true;
  const service = prepareServiceForCreate(object, core.allocators, data.dryRun, core.behaviour.apiServer.serviceFamilies);
  if (service.ok) data.object = service.value;
  else refuse(m, delay, invalidStatus(data.resource, data.name, service.error, core.scheme.version));
  return service.ok;
}

/** Kinds whose generation nobody counts have none. */
function withoutPlaceholder(object: KubeObject): KubeObject {
  if (object.metadata.generation !== 0) return object;
  const { generation: _, ...metadata } = object.metadata;
  return { ...object, metadata };
}

function prepareUpdate(m: RequestMachine, delay: number): void {
  const { data } = m;
  const { core, handler, current } = data;
  if (data.object === undefined || current === undefined) return;
  const { strategy } = handler;
  const context = core.strategyContext();
  const given = data.subresource === 'scale' ? withScale(current, data.object) : handler.toStored(data.object);
  const version = given.metadata.resourceVersion;
  if (version === undefined || version === '') {
    if (!strategy.allowUnconditionalUpdate) {
      const error = invalid('metadata.resourceVersion', core.scheme.version === '1.20' ? { go: '0x0', json: 0 } : 0, 'must be specified for an update');
      refuse(m, delay, invalidStatus({ group: data.resource.group, kind: data.resource.resource }, data.name, [error], core.scheme.version));
      return;
    }
  } else if (version !== current.metadata.resourceVersion) {
    refuseUnlessStale(m, delay, conflictStatus(data.resource, data.name));
    return;
  }
  if (given.metadata.uid !== undefined && given.metadata.uid !== current.metadata.uid) {
    refuse(m, delay, conflictStatus(data.resource, data.name, `Precondition failed: UID in precondition: ${given.metadata.uid}, UID in object meta: ${current.metadata.uid ?? ''}`));
    return;
  }
  const object: KubeObject = { ...given, metadata: updatedMetadata(given.metadata, current.metadata) };
  const prepared = accounted(data, prepareFor(data.subresource, object, current, (o, c) => strategy.prepareForUpdate(o, c, context), (o, c) => strategy.prepareForStatusUpdate(o, c, context)), current);
  if (data.resource.resource === 'services' && data.subresource === undefined) {
    const service = prepareServiceForUpdate(prepared, current, core.allocators, data.dryRun, core.behaviour.apiServer.serviceFamilies);
    if (!service.ok) {
      refuse(m, delay, invalidStatus(data.resource, data.name, service.error, core.scheme.version));
      return;
    }
    data.object = service.value;
  } else data.object = prepared;
  m.work(delay, PREPARED);
}

type Prepare = (object: KubeObject, current: KubeObject) => KubeObject;

function prepareFor(subresource: string | undefined, object: KubeObject, current: KubeObject, update: Prepare, status: Prepare): KubeObject {
  switch (subresource) {
    case 'status':
    case 'approval': return status(object, current);
    // The namespace controller's own: spec.finalizers may change, status may not.
    case 'finalize': return { ...object, status: current.status };
    default: return update(object, current);
  }
}

/** What an update cannot change. */
function updatedMetadata(given: ObjectMeta, current: ObjectMeta): ObjectMeta {
  if (
    given.uid === current.uid && given.creationTimestamp === current.creationTimestamp && given.deletionTimestamp === current.deletionTimestamp
    && given.deletionGracePeriodSeconds === current.deletionGracePeriodSeconds && given.generation === current.generation && given.resourceVersion === current.resourceVersion
  ) return given;
  const out: Record<string, unknown> = { ...given };
  for (const key of FIXED) {
    if (current[key] === undefined) delete out[key];
    else out[key] = current[key];
  }
  return out as unknown as ObjectMeta;
}

const FIXED = ['uid', 'resourceVersion', 'generation', 'creationTimestamp', 'deletionTimestamp', 'deletionGracePeriodSeconds'] as const;

export function validate(m: RequestMachine): void {
  const { data } = m;
  const { core } = data;
  const delay = draw(LATENCY.validation, m.actor.random);
  const errors = data.operation === 'create' ? validateNew(data) : data.operation === 'update' || data.operation === 'patch' ? validateChanged(data) : [];
  const { allocatesBeforeValidation } = core.behaviour.apiServer;
  if (errors.length === 0) {
    m.note(NO_COMPLAINTS);
    if (allocatesBeforeValidation || allocate(m, delay)) m.work(delay, VALID);
    return;
  }
  m.note({ type: 'validation', errors });
  if (allocatesBeforeValidation && data.operation === 'create' && data.resource.resource === 'services' && data.object !== undefined) releaseService(data.object, core.allocators);
  refuseUnlessStale(m, delay, invalidStatus(data.resource, data.name, errors, core.scheme.version));
}
