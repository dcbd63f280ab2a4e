import type { CriImage } from '../../api/cri';
import { Prng } from '../../base/prng';
import { MachineKind } from '../../kernel/machine';
import { LATENCY } from '../latencies';
import type { ImageSpec } from '../spec';
import { parseImage, referenceText } from './image-reference';
import { answer, refuse, type Call, type CallEvent, type CallMachine, type Runtime } from './runtime';
import { pullImageMachine } from './image-calls.machine';

interface PullCall extends Call<'PullImage'> {
  found: ImageSpec | undefined;
}

type PullMachine = CallMachine<PullCall>;

const MEGABYTE = 1_000_000;

/** What a registry says of a name, or undefined when it has no such tag. */
export function inRegistry(registry: readonly ImageSpec[], name: string): ImageSpec | undefined {
  const wanted = referenceText(parseImage(name));
  return registry.find((image) => referenceText(parseImage(image.name)) === wanted);
}

/** The image as the runtime keeps it. An image whose digest nobody knows gets one made of its name. */
export function imageOf(name: string, spec: ImageSpec | undefined): CriImage {
  const reference = parseImage(name);
  const digest = spec?.digest ?? `sha256:${new Prng(0, referenceText(reference)).hex(64)}`;
  const id = `sha256:${new Prng(1, digest).hex(64)}`;
  return { id, repoTags: [referenceText(reference)], repoDigests: [`${reference.repository}@${digest}`], size: spec?.size ?? 20 * MEGABYTE };
}

/** Images that are on the node from the start. */
export function preload(runtime: Runtime): void {
  const { spec, store } = runtime;
  for (const name of [spec.runtime.pauseImage, ...spec.preloaded]) store.images.set(referenceText(parseImage(name)), imageOf(name, inRegistry(spec.registry, name)));
}

/** Why a pull fails, as containerd words it. */
function failureOf(runtime: Runtime, name: string): { readonly code: 'NotFound' | 'Unknown'; readonly message: string } {
  const reference = parseImage(name);
  const text = referenceText(reference);
  const start = `failed to pull and unpack image "${text}": failed to resolve reference "${text}": `;
  const known = runtime.spec.registry.some((image) => parseImage(image.name).repository === reference.repository);
  if (known) return { code: 'NotFound', message: `${start}${text}: not found` };
  return { code: 'Unknown', message: `${start}pull access denied, repository does not exist or may require authorization: server message: insufficient_scope: authorization failed` };
}

const perMegabyte = (m: PullMachine, distribution: Parameters<PullMachine['actor']['sample']>[0]): number =>
  Math.round((m.actor.sample(distribution) * (m.data.found?.size ?? 0)) / MEGABYTE);

/** Content is kept by digest: a second pull of the same image finds its layers and ends after asking the registry for the name. */
function layersPresent(m: PullMachine): boolean {
  const { runtime, request, found } = m.data;
  const { id } = imageOf(request.image, found);
  for (const image of runtime.store.images.values()) if (image.id === id) return true;
  return false;
}

// Models containerd pkg/cri/server/image_pull.go PullImage
export const pullImage = new MachineKind<CallEvent, PullCall>('PullImage', pullImageMachine, {
  resolve: (m: PullMachine) => {
    const { runtime, request } = m.data;
    m.data.found = inRegistry(runtime.spec.registry, request.image);
    m.note({ type: 'ImageReference', name: request.image, reference: referenceText(parseImage(request.image)), found: m.data.found !== undefined, digest: m.data.found?.digest });
    m.work(m.actor.sample(LATENCY.imageResolve), { type: m.data.found === undefined ? 'FAILED' : 'NEXT' });
  },
  fetch: (m: PullMachine) => {
    const present = layersPresent(m);
    m.note({ type: 'Layers', compressedBytes: m.data.found?.size ?? 0, present });
    m.work(present ? m.actor.sample(LATENCY.imageStatus) : perMegabyte(m, LATENCY.imageFetchPerMegabyte), { type: 'NEXT' });
  },
  unpack: (m: PullMachine) => m.work(layersPresent(m) ? m.actor.sample(LATENCY.imageStatus) : perMegabyte(m, LATENCY.imageUnpackPerMegabyte), { type: 'NEXT' }),
  succeed: (m: PullMachine) => {
    const { runtime, request, found } = m.data;
    const image = imageOf(request.image, found);
    runtime.store.images.set(referenceText(parseImage(request.image)), image);
    answer(m.data, { imageRef: image.id });
  },
  fail: (m: PullMachine) => {
    const error = failureOf(m.data.runtime, m.data.request.image);
    m.note({ type: 'PullFailed', reason: error.message });
    refuse(m.data, error);
  },
});
