import type { Page } from '../app-context';
import { STAGES } from '../../trace/stages';
import type { ComponentId } from '../../trace/types';
import { frameAt, packetsOf } from './frame-at';
import { nodeModelAt, type NodeModel } from './node-model';
import type { Selected } from './frame';
import { planMap, type MapPlan } from './plan';
import { actorsOf } from './story';
import { FOOT, NEAR_VIEW, type MapView } from './view';

/** The rest of a frame changes rarely while packets move: it is looked at again at most so often (ms). */
const CALM = 60;

/** On a narrower map (px) the inside of a node could not be read: the camera stays back. */
const ROOMY = 460;
/** The camera is kept when it has stood still for so long (ms). */
const STILL = 250;

export interface MapDriver {
  /** A person moved the camera: where it stands is kept, for the link. */
  touched(): void;
  stop(): void;
}

/** Draws the map whenever the playhead, the log, the selection or the size changes. */
export function startMap({ app, moment, shell }: Page, svg: SVGSVGElement, view: MapView): MapDriver {
  const { derived, selection } = app;
  let plan: MapPlan | undefined;
  let planKey = '';
  let last = 0;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let followed: string | undefined;
  let size = '';
  /** The camera stands where a person, or a link, put it. */
  let placed = app.view.getState().camera !== undefined;
  let keeping: ReturnType<typeof setTimeout> | undefined;

  const keepSoon = (): void => {
    if (keeping !== undefined) clearTimeout(keeping);
    keeping = setTimeout(() => {
      if (placed) app.view.getState().set({ camera: view.camera.state() });
    }, STILL);
  };
  const release = (): void => {
    placed = false;
    if (app.view.getState().camera !== undefined) app.view.getState().set({ camera: undefined });
  };

  const selectedNow = (): Selected => {
    const { component, actor, subject } = selection.getState();
    const colon = actor?.indexOf(':') ?? -1;
    return { component, node: actor === undefined || colon < 0 ? undefined : actor.slice(colon + 1), subject };
  };

  const arrange = (): void => {
    const { t } = moment.getState();
    const nodes = derived.readers().cluster.at(t).nodes.map((fact) => fact.name);
    const controllers = Math.min(6, actorsOf(derived, 'controllers').told.length + 1);
    const { w, h } = view.camera.size();
    const aspect = Math.max(0.4, w / Math.max(1, h - FOOT));
    const key = `${nodes.join()}|${controllers}|${aspect.toFixed(2)}`;
    if (key === planKey && plan !== undefined) return;
    planKey = key;
    plan = planMap({ aspect, nodes, stages: STAGES.length, controllers });
    view.setPlan(plan);
    settle();
  };

  /** After a change of the plan or of the size: where a person put the camera, else where the story is. */
  const settle = (): void => {
    const { camera } = app.view.getState();
    if (placed && camera !== undefined) view.camera.set(camera);
    else {
      view.showAll(true);
      followed = undefined;
      follow();
    }
  };

  const drawAll = (): void => {
    waiting = undefined;
    last = performance.now();
    arrange();
    const selected = selectedNow();
    const { t } = moment.getState();
    view.render(frameAt(app, t, selected));
    const models = view.nearNodes().flatMap((name): [string, NodeModel][] => {
      const model = nodeModelAt(app, name, t, selected.subject);
      return model === undefined ? [] : [[name, model]];
    });
    view.renderDetails(new Map(models));
  };
  /** Packets move now. The rest is drawn in a task of its own: together with the other views of a frame it would take too long. */
  const draw = (): void => {
    view.renderPackets({ packets: packetsOf(app, moment.getState().t) });
    waiting ??= setTimeout(drawAll, Math.max(0, CALM - (performance.now() - last)));
  };

  const drawSoon = (): void => {
    waiting ??= setTimeout(drawAll, CALM);
  };

  /** In walkthrough the camera goes where the story is: into a node for what happens there, else back to all of it. */
  const follow = (): void => {
    if (app.view.getState().mode === 'explore') return;
    const playing = app.playback.store.getState().state === 'playing';
    const step = derived.stepAt(moment.getState().t);
    const key = step === undefined ? undefined : playing ? step.chapter : step.id;
    if (key === followed) return;
    followed = key;
    if (placed && app.arriving()) return;
    release();
    if (step !== undefined && !playing && IN_NODE.has(step.component) && view.camera.size().w >= ROOMY) {
      const box = view.boxOf(step.actor, step.component);
      if (box !== undefined) {
        view.camera.show(box, NEAR_VIEW);
        return;
      }
    }
    view.showAll(false);
  };

  const resize = new ResizeObserver(() => {
    const now = `${svg.clientWidth}x${svg.clientHeight}`;
    if (now === size || svg.clientWidth === 0) return;
    const first = size === '';
    view.camera.resized();
    arrange();
    size = now;
    if (!first) settle();
    drawAll();
  });
  resize.observe(svg);
  const heard = (): void => {
    draw();
    follow();
  };
  const stops = [
    moment.subscribe(heard), selection.subscribe(drawAll), app.session.documents.subscribe(drawSoon), view.onCamera(drawSoon),
    view.onCamera(() => {
      if (placed) keepSoon();
    }),
    shell.on('fitMap', () => {
      release();
      view.showAll(false);
    }),
  ];
  drawAll();
  return {
    touched() {
      placed = true;
      keepSoon();
    },
    stop() {
      stops.forEach((stop) => stop());
      resize.disconnect();
      if (waiting !== undefined) clearTimeout(waiting);
      if (keeping !== undefined) clearTimeout(keeping);
    },
  };
}

const IN_NODE: ReadonlySet<ComponentId> = new Set<ComponentId>(['kubelet', 'containerd', 'cni']);
