import { rpcErrorText, type CriError } from '../../../api/cri';
import type { Container, Pod } from '../../../api/types';
import { MILLISECOND, type Micros } from '../../../kernel/time';
import { Backoff } from '../backoff';
import type { KubeletContext } from '../context';
import { goDuration } from '../duration';
import { containerRef, podSubject, podUid } from '../pods/pod';
import { invalidReference, invalidReferenceText } from './reference';

/** What stands in the way of an image: the waiting reason and its message. */
export interface ImageFailure {
  readonly reason: 'InvalidImageName' | 'ImageInspectError' | 'ErrImageNeverPull' | 'ImagePullBackOff' | 'ErrImagePull';
  readonly message: string;
}

export type ImageDecision =
  | { readonly kind: 'present' }
  | { readonly kind: 'pull' }
  | { readonly kind: 'failed'; readonly failure: ImageFailure };

/**
 * Sees to it that images are on the node; one pull at a time.
 * Models pkg/kubelet/images/image_manager.go EnsureImageExists.
 */
export class ImageManager {
  private readonly backoff = new Backoff();
  private readonly lastErrors = new Map<string, string>();
  private readonly queue: (() => void)[] = [];
  private pulling = false;

  /** `pulled`: the images on the node changed. */
  constructor(private readonly context: KubeletContext, private readonly pulled: () => void) {}

  /** A name that is no image name fails before the runtime is asked. Reports it; undefined: fine. */
  checkName(pod: Pod, container: Container): ImageFailure | undefined {
    const why = invalidReference(container.image);
    if (why === undefined) return undefined;
    const message = invalidReferenceText(container.image, why, this.context.behaviour);
    this.context.recorder.event(containerRef(pod, container), 'Warning', 'InspectFailed', message);
    return { reason: 'InvalidImageName', message };
  }

  /** What to do, once it is known whether the image is there. Reports what it decides. */
  decide(pod: Pod, container: Container, present: boolean): ImageDecision {
    const { recorder, behaviour, actor } = this.context;
    const ref = containerRef(pod, container);
    const { image, imagePullPolicy } = container;
    if (imagePullPolicy === 'Never' && !present) {
      const message = `Container image "${image}" is not present with pull policy of Never`;
      recorder.event(ref, 'Warning', 'ErrImageNeverPull', message);
      return { kind: 'failed', failure: { reason: 'ErrImageNeverPull', message } };
    }
    if (present && imagePullPolicy !== 'Always') {
      recorder.event(ref, 'Normal', 'Pulled', behaviour.alreadyPresent(image));
      return { kind: 'present' };
    }
    const key = this.key(pod, image);
    if (this.backoff.inBackOffSinceUpdate(key, actor.now)) {
      const text = `Back-off pulling image "${image}"`;
      recorder.event(ref, 'Normal', 'BackOff', text);
      const last = this.lastErrors.get(key);
      return { kind: 'failed', failure: { reason: 'ImagePullBackOff', message: behaviour.pullBackOffSaysWhy && last !== undefined ? `${text}: ErrImagePull: ${last}` : text } };
    }
    recorder.event(ref, 'Normal', 'Pulling', `Pulling image "${image}"`);
    return { kind: 'pull' };
  }

  /** Pulls, after the pulls that were asked for before; then `report` says how it went. */
  pull(pod: Pod, container: Container, done: (error: CriError | undefined, began: Micros) => void): void {
    const { kernel } = this.context;
    const span = kernel.currentSpan;
    this.queue.push(() => {
      const before = kernel.currentSpan;
      kernel.currentSpan = span;
      const began = kernel.now;
      this.context.runtime.call('PullImage', { image: container.image }, podSubject(pod), (result) => {
        this.pulling = false;
        if (result.ok) this.pulled();
        done(result.ok ? undefined : result.error, began);
        this.next();
      });
      kernel.currentSpan = before;
    });
    this.next();
  }

  /** Reports a pull's end, from within the state that follows it. */
  report(pod: Pod, container: Container, error: CriError | undefined, began: Micros, asked: Micros): ImageFailure | undefined {
    const { recorder, behaviour, actor } = this.context;
    const ref = containerRef(pod, container);
    const { image } = container;
    const key = this.key(pod, image);
    if (error === undefined) {
      const unit = behaviour.pullBackOffSaysWhy ? MILLISECOND : 1;
      recorder.event(ref, 'Normal', 'Pulled', behaviour.pulled(image, goDuration(actor.now - began, unit), goDuration(actor.now - asked, unit), this.sizeOf(image)));
      return undefined;
    }
    const message = behaviour.stripsUnknownCode && error.code === 'Unknown' ? error.message : rpcErrorText(error);
    this.lastErrors.set(key, message);
    recorder.event(ref, 'Warning', 'Failed', `Failed to pull image "${image}": ${message}`);
    this.backoff.next(key, actor.now, actor.now);
    return { reason: 'ErrImagePull', message };
  }

  forget(pod: Pod): void {
    this.backoff.forget(podUid(pod));
  }

  private key(pod: Pod, image: string): string {
    return `${podUid(pod)}_${image}`;
  }

  private sizeOf(image: string): number {
    return this.context.spec.registry.find((i) => i.name === image)?.size ?? 0;
  }

  private next(): void {
    if (this.pulling) return;
    const run = this.queue.shift();
    if (run === undefined) return;
    this.pulling = true;
    run();
  }
}
