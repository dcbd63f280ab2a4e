import type { KubeObject } from '../../../api/types';
import type { WatchFrame } from '../../client/http';

/** How a stream wants objects: converted to its API version, or as a Table. Streams with equal keys share frames. */
export interface Representation {
  readonly key: string;
  readonly show: (object: KubeObject) => KubeObject;
}

/** Whether an object concerns a watcher. */
export type Filter = (object: KubeObject) => boolean;

/** One change of one object, as all watchers of the resource see it. Frames are made once and shared. */
export class CacheEvent {
  /** Frames made so far. Most streams want the stored version, so that at most one frame of each type is made. */
  private frames: { readonly type: WatchFrame['type']; readonly key: string; readonly frame: WatchFrame }[] = [];

  constructor(
    /** After a deletion: the last state, with the deletion's revision. */
    readonly object: KubeObject,
    readonly previous: KubeObject | undefined,
    readonly deleted: boolean,
    readonly revision: number,
    readonly subject: string,
  ) {}

  /**
   * What a watcher with this filter hears, if anything: an object that begins to match was ADDED, one that ceases to
   * match was DELETED. Models apiserver pkg/storage/cacher cache_watcher.go convertToWatchEvent.
   */
  frameFor(filter: Filter | undefined, representation: Representation): WatchFrame | undefined {
    const matches = !this.deleted && (filter === undefined || filter(this.object));
    const matched = this.previous !== undefined && (filter === undefined || filter(this.previous));
    if (matches) return this.frame(matched ? 'MODIFIED' : 'ADDED', this.object, representation);
    if (!matched || this.previous === undefined) return undefined;
    return this.frame('DELETED', this.deleted ? this.object : atRevision(this.previous, this.revision), representation);
  }

  private frame(type: 'ADDED' | 'MODIFIED' | 'DELETED', object: KubeObject, representation: Representation): WatchFrame {
    for (const made of this.frames) if (made.type === type && made.key === representation.key) return made.frame;
    const frame: WatchFrame = { type, object: representation.show(object) };
    this.frames.push({ type, key: representation.key, frame });
    return frame;
  }
}

function atRevision(object: KubeObject, revision: number): KubeObject {
  return { ...object, metadata: { ...object.metadata, resourceVersion: String(revision) } };
}
