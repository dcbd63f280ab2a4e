import type { Resource } from '../../../api/scheme';
import type { KubeObject } from '../../../api/types';
import type { KubeVersion } from '../../../api/version';
import type { Representation } from '../storage/cache-event';
import type { WatchCache } from '../storage/watch-cache';
import { conversionFor } from './conversion';
import { strategyOf } from './strategies';
import type { Strategy } from './strategy';

/** One resource in one served version: where it is stored, its rules, and how to get from the stored version to the served one and back. */
export interface ResourceHandler {
  readonly resource: Resource;
  /** `/registry/pods/` */
  readonly prefix: string;
  /** Undefined for resources without one: events, and those that are not stored. */
  readonly cache: WatchCache | undefined;
  readonly strategy: Strategy;
  readonly toStored: (object: KubeObject) => KubeObject;
  readonly representation: Representation;
}

/** `default/web`, `node-1`: the part of an etcd key after the resource's prefix. */
export const storageKey = (resource: { readonly namespaced: boolean }, namespace: string | undefined, name: string): string =>
  resource.namespaced && namespace !== undefined ? `${namespace}/${name}` : name;

const same = (object: KubeObject): KubeObject => object;
const STORED: Representation = { key: '', show: same };

/** Builds the handler of one served version. */
export function handlerFor(resource: Resource, cache: WatchCache | undefined, release: KubeVersion): ResourceHandler {
  const conversion = conversionFor(resource, release);
  return {
    resource, prefix: `/registry/${resource.storagePrefix}/`, cache, strategy: strategyOf(resource.resource),
    toStored: conversion?.toStored ?? same, representation: conversion === undefined ? STORED : { key: resource.apiVersion, show: conversion.toServed },
  };
}
