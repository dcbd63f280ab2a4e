import { Actor } from './actor';
import { KernelCore } from './core';

/** The clock, the queue and the log, with the actors that live by them. */
export class Kernel extends KernelCore {
  private readonly actors = new Map<string, Actor>();

  /** The actor of that name, made on first use. */
  actor(name: string): Actor {
    let actor = this.actors.get(name);
    if (actor === undefined) {
      actor = new Actor(this, name);
      this.actors.set(name, actor);
    }
    return actor;
  }
}
