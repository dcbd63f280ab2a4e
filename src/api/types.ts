/** The types of every API object, gathered so that users need one import path. Types only: no code runs from here. */
export type * from './types/meta';
export type * from './types/resources';
export type * from './types/volume';
export type * from './types/container';
export type * from './types/pod';
export type * from './types/node';
export type * from './types/core';
export type * from './types/apps';
export type * from './types/batch';
export type * from './types/rbac';
export type * from './types/policy';
export type * from './types/kinds';
