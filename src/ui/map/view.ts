import { select } from 'd3';
import type { Texts } from '../../i18n/en';
import type { ComponentId } from '../../trace/types';
import { createCamera, type Camera } from './camera';
import { drawApiserver } from './draw/apiserver';
import { drawEtcd, drawKubectl } from './draw/actors';
import { drawLoops, drawScheduler } from './draw/loops';
import { drawNode } from './draw/node';
import { drawNodeDetail } from './draw/node-detail';
import { drawObjects } from './draw/objects';
import { drawPackets } from './draw/packets';
import { drawWaiting } from './draw/pods';
import { once, type Group } from './draw/types';
import type { MapFrame, NodeFrame } from './frame';
import { around, pathOf, type Box } from './geometry';
import type { MapPlan } from './plan';
import type { NodeModel } from './node-model';
import { placePackets } from './place-packets';
import { mapTexts, type MapTexts, type NameState } from './map-texts';

/** What a person pointed at. */
export type Picked =
  | { readonly kind: 'actor'; readonly actor: string; readonly component: ComponentId; readonly node: string | undefined }
  | { readonly kind: 'object'; readonly subject: string }
  | { readonly kind: 'packet'; readonly row: number };

export interface MapHandlers {
  readonly picked: (picked: Picked) => void;
  readonly hovered: (picked: Picked | undefined, at: { readonly x: number; readonly y: number }) => void;
  readonly grabbed: () => void;
}

/** The drawing of the map in one SVG element, driven from outside. Nothing in it knows React. */
export interface MapView {
  readonly camera: Camera;
  setPlan(plan: MapPlan): void;
  /** The whole plan in sight. */
  showAll(instantly: boolean): void;
  render(frame: MapFrame): void;
  /** Only what moves. */
  renderPackets(frame: Pick<MapFrame, 'packets'>): void;
  /** Nodes to show from near, by name; others are shown from afar. */
  renderDetails(models: ReadonlyMap<string, NodeModel>): void;
  /** Nodes that are drawn so large that their inside can be read. */
  nearNodes(): readonly string[];
  /** Hears when the camera moved. Returns how to stop. */
  onCamera(heard: () => void): () => void;
  /** The box of an actor, for the camera. */
  boxOf(actor: string, component: ComponentId): Box | undefined;
  destroy(): void;
}

/** Height (px) of buttons and legend below the map: nothing is put under them. */
export const FOOT = 50;

/** How a node is shown from near. */
export const NEAR_VIEW = { most: 6, margin: 16, top: 14, bottom: FOOT };

/** Width on screen (px) from which a node shows its inside. */
const NEAR = 400;

const still = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** `moving` lies on top: packets have a picture of their own, so that the rest is not painted again with each of their steps. */
export function createMapView(svg: SVGSVGElement, moving: SVGSVGElement, t: Texts, nameState: NameState, handlers: MapHandlers): MapView {
  const root = select<SVGSVGElement, unknown>(svg);
  const top = select<SVGSVGElement, unknown>(moving);
  root.selectAll('*').remove();
  top.selectAll('*').remove();
  const world: Group = root.append('g').attr('class', 'world');
  const layer = (name: string): Group => world.append('g').attr('class', name);
  const [edges, actors, nodes, details] = [layer('edges'), layer('actors'), layer('nodes'), layer('details')];
  const packets: Group = top.append('g').attr('class', 'packets');
  let near: ReadonlySet<string> = new Set();
  const texts: MapTexts = mapTexts(t, nameState);
  let plan: MapPlan | undefined;
  const cameraHeard = new Set<() => void>();
  let lastRevision = -1;
  /** What each part was last drawn from: a part without news is left alone. */
  const drawn = new Map<string, readonly unknown[]>();
  const part = (name: string, from: readonly unknown[], draw: () => void): void => {
    const before = drawn.get(name);
    if (before?.length === from.length && from.every((x, i) => x === before[i])) return;
    drawn.set(name, from);
    draw();
  };

  const camera = createCamera(svg, {
    still,
    grabbed: handlers.grabbed,
    moved: (transform, { k }) => {
      world.attr('transform', transform);
      packets.attr('transform', transform);
      const zoom = k < 0.74 ? 'far' : k < 1.7 ? 'middle' : 'near';
      for (const picture of [svg, moving]) if (picture.dataset['zoom'] !== zoom) picture.dataset['zoom'] = zoom;
      // Every element below would get its style anew: only packets need it, and only from near.
      if (zoom === 'near') moving.style.setProperty('--k', String(k));
      for (const heard of cameraHeard) heard();
    },
  });

  const pickedFrom = (event: Event): Picked | undefined => {
    if (!(event.target instanceof Element)) return undefined;
    const packet = event.target.closest<SVGElement>('.packet');
    if (packet !== null) return { kind: 'packet', row: Number(packet.dataset['row']) };
    const object = event.target.closest<SVGElement>('[data-subject]');
    if (object !== null) return { kind: 'object', subject: object.dataset['subject'] ?? '' };
    const part = event.target.closest<SVGElement>('[data-part]')?.dataset['part'];
    const actor = event.target.closest<SVGElement>('[data-actor]');
    if (actor === null) return undefined;
    const node = actor.dataset['node'];
    const component = (part ?? actor.dataset['component']) as ComponentId;
    return { kind: 'actor', actor: node === undefined ? (actor.dataset['actor'] ?? '') : `${component}:${node}`, component, node };
  };
  const onClick = (event: Event): void => {
    const picked = pickedFrom(event);
    if (picked !== undefined) handlers.picked(picked);
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    onClick(event);
  };
  const onMove = (event: PointerEvent): void => handlers.hovered(event.buttons === 0 ? pickedFrom(event) : undefined, { x: event.clientX, y: event.clientY });
  const onLeave = (): void => handlers.hovered(undefined, { x: 0, y: 0 });
  moving.addEventListener('click', onClick);
  moving.addEventListener('pointermove', onMove);
  svg.addEventListener('click', onClick);
  svg.addEventListener('keydown', onKey);
  svg.addEventListener('pointermove', onMove);
  svg.addEventListener('pointerleave', onLeave);

  const actor = (name: string, component: ComponentId): Group => once<SVGGElement>(actors, 'g', `actor-${name}`).classed('actor', true).attr('data-actor', name).attr('data-component', component);
  /** The card of an actor is what keyboards and screen readers meet. */
  const named = (group: Group, label: string): void => void group.select(':scope > .card').attr('tabindex', 0).attr('role', 'button').attr('aria-label', label);

  function drawEdges(p: MapPlan): void {
    edges
      .selectAll<SVGPathElement, [string, string]>('path')
      .data([...p.edges].map(([key, curve]): [string, string] => [key, pathOf(curve)]), ([key]) => key)
      .join('path')
      .attr('class', 'edge')
      .attr('data-edge', ([key]) => key)
      .attr('d', ([, d]) => d);
  }

  function drawNodes(p: MapPlan, frame: MapFrame, lively: boolean, podsToo: boolean): void {
    nodes
      .selectAll<SVGGElement, NodeFrame>('g.node')
      .data(frame.nodes.filter((node) => p.nodes.has(node.fact.name)), (node) => node.fact.name)
      .join((enter) => enter.append('g').attr('class', 'node actor').attr('data-component', 'kubelet'))
      .attr('data-node', (node) => node.fact.name)
      .attr('data-actor', (node) => `kubelet:${node.fact.name}`)
      .classed('is-selected', (node) => node.fact.name === frame.selected.node)
      .each(function (node) {
        const box = p.nodes.get(node.fact.name);
        if (box === undefined) return;
        const group = select<SVGGElement, unknown>(this);
        drawNode(group, box, node, frame.selected.subject, texts.node, lively, podsToo);
        named(group, texts.nodeLabel(node));
      });
  }

  return {
    camera,
    setPlan(next) {
      plan = next;
      drawn.clear();
      svg.dataset['orientation'] = next.orientation;
      drawEdges(next);
    },
    showAll(instantly) {
      if (plan !== undefined) camera.show(plan.world, { instantly, margin: 4, bottom: FOOT });
    },
    render(frame) {
      if (plan === undefined) return;
      // A step forward is played; a jump is shown at once.
      const lively = frame.revision >= lastRevision && frame.revision - lastRevision < 12 && !still();
      lastRevision = frame.revision;
      const { selected } = frame;
      const chosen = (component: ComponentId): boolean => selected.component === component && selected.node === undefined;
      const p = plan;
      part('kubectl', [frame.kubectl.state, frame.kubectl.busy, chosen('kubectl')], () =>
        drawKubectl(actor('kubectl', 'kubectl').classed('is-selected', chosen('kubectl')), p.kubectl, 'kubectl', frame.kubectl, (s) => texts.state(frame.kubectl.machine, s), texts.atRest));
      part('kube-apiserver', [...frame.stages.map((s) => `${s.verdict}${s.others}`), frame.request?.label, frame.request?.code, frame.otherRequests, frame.watches, chosen('kube-apiserver')], () =>
        drawApiserver(actor('kube-apiserver', 'kube-apiserver').classed('is-selected', chosen('kube-apiserver')), p.apiserver, p.stages, frame, texts.apiserver));
      part('etcd', [frame.etcd.state, frame.etcd.busy, frame.revision, chosen('etcd')], () =>
        drawEtcd(actor('etcd', 'etcd').classed('is-selected', chosen('etcd')), p.etcd, frame.etcd, frame.revision, { revision: texts.revision, word: (s) => texts.state(frame.etcd.machine, s) }));
      part('controllers', [...frame.loops.map((l) => `${l.actor}${l.depth}${l.activity.busy}`), frame.idleLoops, chosen('controllers')], () =>
        drawLoops(actor('controllers', 'controllers').classed('is-selected', chosen('controllers')), p.controllers, frame.loops, frame.idleLoops, texts.loops));
      part('kube-scheduler', [frame.scheduler.state, frame.scheduler.busy, frame.scheduler.depth, chosen('kube-scheduler')], () =>
        drawScheduler(actor('kube-scheduler', 'kube-scheduler').classed('is-selected', chosen('kube-scheduler')), p.scheduler, frame.scheduler, texts.loops));
      part('waiting', [frame.cluster, selected.subject], () =>
        drawWaiting(once<SVGGElement>(actors, 'g', 'waiting').attr('data-component', 'kube-scheduler'), p.waiting, frame.waiting, selected.subject, { ...texts.node, waiting: texts.loops.waiting }, lively));
      part('objects', [frame.cluster, selected.subject], () =>
        drawObjects(once<SVGGElement>(actors, 'g', 'objects').attr('data-component', 'etcd'), p.objects, frame.objects, selected.subject, texts.objects));
      part('names', [frame.revision], () => {
        named(actor('kubectl', 'kubectl'), texts.kubectl);
        named(actor('kube-apiserver', 'kube-apiserver'), texts.apiserver.title);
        named(actor('etcd', 'etcd'), texts.etcdLabel(frame.revision));
        named(actor('controllers', 'controllers'), texts.loops.controllers);
        named(actor('kube-scheduler', 'kube-scheduler'), texts.loops.scheduler);
      });
      let podsToo = false;
      part('pods', [frame.cluster, selected.subject], () => {
        podsToo = true;
      });
      part('nodes', [frame.cluster, selected.subject, selected.node, ...frame.nodes.map((n) => `${n.kubelet.busy}${n.containerd.busy}${n.cni.busy}${n.chosenFor}`)], () => drawNodes(p, frame, lively, podsToo));
      this.renderPackets(frame);
    },
    renderPackets(frame) {
      if (plan === undefined) return;
      const placed = placePackets(plan, frame.packets, near);
      drawPackets(packets, placed, texts.packet);
      const busy = new Set(placed.flatMap(({ packet }) => (packet.traced ? [packet.fromComponent === 'kube-apiserver' ? packet.to : packet.from] : [])));
      edges.selectAll<SVGPathElement, [string, string]>('path').classed('is-busy', ([key]) => busy.has(key));
    },
    renderDetails(models) {
      if (plan === undefined) return;
      const p = plan;
      near = new Set(models.keys());
      nodes.selectAll<SVGGElement, NodeFrame>('g.node').classed('is-near', (node) => models.has(node.fact.name));
      details
        .selectAll<SVGGElement, [string, NodeModel]>('g.detail')
        .data([...models], ([name]) => name)
        .join((enter) => enter.append('g').attr('class', 'detail').attr('data-actor', ([name]) => `kubelet:${name}`).attr('data-component', 'kubelet').attr('data-node', ([name]) => name))
        .each(function ([name, model]) {
          const box = p.nodes.get(name);
          // Documents that come later change the signature too: the detail holds their texts.
          const signature = JSON.stringify([model, box]);
          if (box === undefined || this.dataset['signature'] === signature) return;
          this.dataset['signature'] = signature;
          drawNodeDetail(select<SVGGElement, unknown>(this), box, model, texts.detail);
        });
    },
    onCamera(heard) {
      cameraHeard.add(heard);
      return () => cameraHeard.delete(heard);
    },
    nearNodes() {
      const { x, y, k } = camera.state();
      if (plan === undefined) return [];
      const { w, h } = camera.size();
      const half = { w: w / 2 / k, h: h / 2 / k };
      return [...plan.nodes].filter(([, box]) => box.w * k > NEAR && box.x < x + half.w && box.x + box.w > x - half.w && box.y < y + half.h && box.y + box.h > y - half.h).map(([name]) => name).slice(0, 4);
    },
    boxOf(name, component) {
      if (plan === undefined) return undefined;
      const node = plan.nodes.get(name.slice(name.indexOf(':') + 1));
      if (node !== undefined) return node;
      switch (component) {
        case 'terminal':
        case 'kubectl': return plan.kubectl;
        case 'kube-apiserver': return plan.apiserver;
        case 'etcd': return plan.etcd;
        case 'controllers': return plan.controllers;
        case 'kube-scheduler': return around([plan.scheduler, plan.waiting]);
        default: return undefined;
      }
    },
    destroy() {
      camera.destroy();
      moving.removeEventListener('click', onClick);
      moving.removeEventListener('pointermove', onMove);
      svg.removeEventListener('click', onClick);
      svg.removeEventListener('keydown', onKey);
      svg.removeEventListener('pointermove', onMove);
      svg.removeEventListener('pointerleave', onLeave);
      root.selectAll('*').remove();
      top.selectAll('*').remove();
    },
  };
}
