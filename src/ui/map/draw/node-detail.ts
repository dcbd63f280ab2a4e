import { duration } from '../../format';
import type { Box, Point } from '../geometry';
import type { NodeModel, StepLine } from '../node-model';
import { lookOf, SHAPES } from '../phase';
import { clip, once, type Group } from './types';

export interface NodeDetailTexts {
  readonly rootNetns: string;
  readonly podCIDR: string;
  readonly noPod: string;
  readonly pod: string;
  readonly sandbox: string;
  readonly pause: string;
  readonly volumes: string;
  readonly netns: string;
  readonly notYet: string;
  readonly syncPod: string;
  readonly criCalls: string;
  readonly bridge: string;
  readonly ranges: string;
  readonly otherPods: string;
  readonly shared: (names: string) => string;
  readonly step: (state: string) => string;
  readonly sandboxState: (state: string) => string;
}

/** Width of the inside in its own units; it is scaled to the node's box. */
const WIDTH = 720;
const COLUMN = { left: 24, right: 392, width: 336, rightWidth: 304 };

type Attributes = Readonly<Record<string, string | number>>;

/** Draws the inside of a node anew. It is small, and drawn only when something in it has changed. */
export function drawNodeDetail(group: Group, box: Box, model: NodeModel, texts: NodeDetailTexts): void {
  const scale = box.w / WIDTH;
  const height = box.h / scale;
  group.attr('transform', `translate(${box.x} ${box.y}) scale(${scale})`);
  const inside = once<SVGGElement>(group, 'g', 'inside');
  inside.selectAll('*').remove();
  const add = (tag: string, className: string, attributes: Attributes, content?: string, parent: Group = inside): Group => {
    const element = parent.append<SVGGElement>(tag).attr('class', className);
    for (const [name, value] of Object.entries(attributes)) element.attr(name, value);
    if (content !== undefined) element.text(content);
    return element;
  };
  const text = (x: number, y: number, content: string, className = 'd-text'): void => void add('text', className, { x, y }, content);
  const rect = (b: Box, className: string, rx = 10): void => void add('rect', className, { x: b.x, y: b.y, width: b.w, height: b.h, rx });

  const bottom = height - 62;
  const { listTop, listHeight, secondTop, bridgeY } = rowsOf(height);
  text(COLUMN.left, 38, model.node.name, 'd-title');
  text(WIDTH - 24, 37, `${texts.rootNetns} · eth0 ${model.node.ip} · ${texts.podCIDR} ${model.node.detail}`, 'd-note end');

  drawPod({ x: COLUMN.left, y: 56, w: COLUMN.width, h: bridgeY - 56 - 46 });
  drawSteps({ x: COLUMN.right, y: listTop, w: COLUMN.rightWidth, h: listHeight }, 'kubelet', texts.syncPod, model.steps.map((line) => ({ ...line, label: texts.step(line.label) })));
  drawSteps({ x: COLUMN.right, y: secondTop, w: COLUMN.rightWidth, h: listHeight }, 'containerd', texts.criCalls, model.calls);
  drawOthers(bridgeY - 30);
  drawNetwork();

  function drawPod(b: Box): void {
    const { pod, detail } = model;
    if (pod === undefined) {
      rect(b, 'd-empty', 14);
      text(b.x + b.w / 2, b.y + b.h / 2, texts.noPod, 'd-note middle');
      return;
    }
    const card = add('g', 'd-pod', { 'data-look': lookOf(pod), 'data-subject': pod.subject });
    add('rect', 'd-pod-back', { x: b.x, y: b.y, width: b.w, height: b.h, rx: 14 }, undefined, card);
    text(b.x + 16, b.y + 25, `${texts.pod} ${clip(pod.name, b.w - 140, 13)}`, 'd-strong');
    text(b.x + b.w - 16, b.y + 25, pod.word, 'd-word end');

    const volumesHeight = 66;
    const netnsHeight = 60;
    const sandbox: Box = { x: b.x + 16, y: b.y + 38, w: b.w - 32, h: b.h - 38 - netnsHeight - 22 };
    const cri = add('g', 'd-sandbox', { 'data-component': 'containerd', 'data-state': detail?.sandbox?.state ?? 'none' });
    add('rect', 'd-sandbox-back', { x: sandbox.x, y: sandbox.y, width: sandbox.w, height: sandbox.h, rx: 10 }, undefined, cri);
    const of = detail?.sandbox;
    add('text', 'd-cri', { x: sandbox.x + 12, y: sandbox.y + 18 }, of === undefined ? `${texts.sandbox} · ${texts.notYet}` : `${texts.sandbox} ${of.id.slice(0, 8)} · ${of.sharedNamespaces.length > 0 ? texts.shared(of.sharedNamespaces.join(', ')) : texts.sandboxState(of.state)}`, cri);

    const containersHeight = sandbox.h - 28 - volumesHeight - 22;
    if (of !== undefined) drawContainers({ x: sandbox.x + 12, y: sandbox.y + 28, w: sandbox.w - 24, h: containersHeight });
    const volumes: Box = { x: sandbox.x + 12, y: sandbox.y + sandbox.h - volumesHeight - 10, w: sandbox.w - 24, h: volumesHeight };
    rect(volumes, 'd-sunk', 9);
    text(volumes.x + 12, volumes.y + 19, texts.volumes, 'd-note');
    const mounts = [...new Map((detail?.mounts ?? []).map((mount) => [mount.containerPath, mount])).values()];
    if (mounts.length === 0) text(volumes.x + 12, volumes.y + 38, texts.notYet, 'd-faint');
    mounts.slice(0, 2).forEach((mount, i) => text(volumes.x + 12, volumes.y + 37 + i * 17, clip(`${mount.containerPath}${mount.readonly ? ' (ro)' : ''}`, volumes.w - 24, 11.5), 'd-mono'));

    const netns: Box = { x: b.x + 16, y: b.y + b.h - netnsHeight - 12, w: b.w - 32, h: netnsHeight };
    rect(netns, 'd-sunk', 10);
    text(netns.x + 12, netns.y + 18, `${texts.netns}${of === undefined || of.netns === '' ? '' : ` ${of.netns.slice(of.netns.lastIndexOf('/') + 1).slice(0, 12)}`}`, 'd-note');
    const network = detail?.network;
    if (network === undefined || network.ip === '') {
      text(netns.x + 12, netns.y + 42, of === undefined ? texts.notYet : 'lo', 'd-faint');
      return;
    }
    const port: Box = { x: netns.x + 12, y: netns.y + 25, w: 168, h: 27 };
    const cable = add('g', 'd-cable', { 'data-component': 'cni' });
    add('rect', 'd-port', { x: port.x, y: port.y, width: port.w, height: port.h, rx: 8 }, undefined, cable);
    add('text', 'd-mono', { x: port.x + 10, y: port.y + 18 }, `${network.interface || 'eth0'} ${network.ip}`, cable);
    const x = port.x + 80;
    add('path', 'd-wire', { d: `M${x} ${port.y + port.h}V${bridgeY}` }, undefined, cable);
    add('circle', 'd-plug', { cx: x, cy: (b.y + b.h + bridgeY) / 2, r: 5.5 }, undefined, cable);
    add('text', 'd-cni', { x: x + 14, y: (b.y + b.h + bridgeY) / 2 + 4 }, network.veth, cable);
  }

  function drawContainers(area: Box): void {
    const containers = (model.detail?.containers ?? []).slice(0, 3);
    const width = (area.w - containers.length * 12) / (containers.length + 1);
    const pause = add('g', 'd-container', { 'data-component': 'containerd', 'data-state': model.detail?.sandbox?.state === 'making' ? 'creating' : 'running' });
    add('rect', 'd-box', { x: area.x, y: area.y, width, height: area.h, rx: 9 }, undefined, pause);
    add('text', 'd-strong middle', { x: area.x + width / 2, y: area.y + area.h / 2 - 4 }, 'pause', pause);
    add('text', 'd-note middle', { x: area.x + width / 2, y: area.y + area.h / 2 + 14 }, clip(texts.pause, width - 8, 10.5), pause);
    containers.forEach((container, i) => {
      const x = area.x + (i + 1) * (width + 12);
      const g = add('g', 'd-container', { 'data-component': 'kubelet', 'data-state': container.state });
      add('rect', 'd-box', { x, y: area.y, width, height: area.h, rx: 9 }, undefined, g);
      add('text', 'd-strong middle', { x: x + width / 2, y: area.y + area.h / 2 - 12 }, clip(container.name, width - 10, 13), g);
      add('text', 'd-note middle', { x: x + width / 2, y: area.y + area.h / 2 + 5 }, container.exitCode === undefined ? container.state : `${container.state} (${container.exitCode})`, g);
      if (container.oomScoreAdj !== undefined) add('text', 'd-small middle', { x: x + width / 2, y: area.y + area.h / 2 + 22 }, `oom_score_adj ${container.oomScoreAdj}`, g);
    });
  }

  function drawSteps(b: Box, component: 'kubelet' | 'containerd', title: string, lines: readonly StepLine[]): void {
    const g = add('g', 'd-list', { 'data-component': component, 'data-part': component });
    add('rect', 'd-list-back', { x: b.x, y: b.y, width: b.w, height: b.h, rx: 14 }, undefined, g);
    add('text', 'd-strong', { x: b.x + 16, y: b.y + 24 }, title, g);
    const pitch = 17;
    const room = Math.max(1, Math.floor((b.h - 36) / pitch));
    const shown = lines.slice(-room);
    if (shown.length === 0) add('text', 'd-faint', { x: b.x + 16, y: b.y + 46 }, texts.notYet, g);
    shown.forEach((line, i) => {
      const y = b.y + 45 + i * pitch;
      const row = add('g', 'd-step', { 'data-state': line.state }, undefined, g);
      add('text', 'd-mark', { x: b.x + 16 + (line.indent ? 14 : 0), y }, line.state === 'done' ? '✓' : line.state === 'failed' ? '✕' : '▸', row);
      add('text', 'd-line', { x: b.x + 32 + (line.indent ? 14 : 0), y }, clip(line.label, b.w - 120, 12), row);
      add('text', 'd-took', { x: b.x + b.w - 14, y }, line.took === undefined ? '…' : duration(line.took), row);
    });
  }

  function drawOthers(y: number): void {
    if (model.others.length === 0) return;
    text(COLUMN.right, y, texts.otherPods, 'd-note');
    model.others.forEach((pod, i) => {
      const g = add('g', 'pod', { 'data-look': lookOf(pod), 'data-subject': pod.subject, transform: `translate(${COLUMN.right + 92 + i * 17} ${y - 4})` });
      add('path', 'pod-shape', { d: SHAPES[lookOf(pod)], transform: 'scale(7)' }, undefined, g);
      add('title', '', {}, pod.name, g);
    });
  }

  function drawNetwork(): void {
    const network = model.detail?.network;
    const g = add('g', 'd-bridge', { 'data-component': 'cni', 'data-part': 'cni' });
    add('rect', 'd-bridge-back', { x: COLUMN.left, y: bridgeY, width: WIDTH - 48, height: 34, rx: 8 }, undefined, g);
    add('text', 'd-cni-strong', { x: COLUMN.left + 16, y: bridgeY + 22 }, `${network?.bridge || 'cni0'} ${texts.bridge}${network === undefined || network.gateway === '' ? '' : ` · ${network.gateway}`}`, g);
    add('text', 'd-cni end', { x: WIDTH - 40, y: bridgeY + 22 }, network?.modes.join(' · ') ?? '', g);
    add('path', 'd-down', { d: `M${WIDTH / 2} ${bridgeY + 34}V${bottom}` }, undefined, g);
    rect({ x: COLUMN.left, y: bottom, w: WIDTH - 48, h: 42 }, 'd-sunk', 8);
    text(COLUMN.left + 16, bottom + 26, texts.ranges, 'd-text');
    text(WIDTH - 40, bottom + 26, model.ranges.map(({ node, range }) => `${range} → ${node}`).join(' · '), 'd-mono end');
  }
}

/** Where the lists and the bridge stand in a node of that height, in the inside's own units. Between them there is room for calls on their way. */
function rowsOf(height: number): { readonly listTop: number; readonly listHeight: number; readonly secondTop: number; readonly bridgeY: number } {
  const bridgeY = height - 120;
  const listTop = 56;
  const listHeight = (bridgeY - listTop - LIST_GAP - BRIDGE_GAP) / 2;
  return { listTop, listHeight, secondTop: listTop + listHeight + LIST_GAP, bridgeY };
}
const LIST_GAP = 30;
const BRIDGE_GAP = 48;

/** The way of a call between two parts of a node that is seen from near: across the gap between their lists, or between containerd and the bridge. */
export function insideWay(box: Box, from: NodePart, to: NodePart): { readonly from: Point; readonly to: Point } {
  const scale = box.w / WIDTH;
  const { secondTop, bridgeY } = rowsOf(box.h / scale);
  const network = from === 'cni' || to === 'cni';
  const [upper, lower] = network ? [bridgeY - BRIDGE_GAP + 2, bridgeY - 2] : [secondTop - LIST_GAP + 2, secondTop - 2];
  const x = box.x + CALLS_AT * scale;
  const [top, foot] = [{ x, y: box.y + upper * scale }, { x, y: box.y + lower * scale }];
  return ORDER.indexOf(from) < ORDER.indexOf(to) ? { from: top, to: foot } : { from: foot, to: top };
}
/** Left of the middle of the lists: the label stands to the right. */
const CALLS_AT = 470;
const ORDER = ['kubelet', 'containerd', 'cni'] as const;
export type NodePart = (typeof ORDER)[number];
