import type { Texts } from '../../i18n/en';
import type { Explanations } from '../../i18n/explain/en';
import type { Explanation } from '../../i18n/explain/text';
import { fill } from '../../i18n/fill';
import type { Chapter, Step } from '../../trace/views';
import { readableState } from '../map/map-texts';

/** A step's heading; before the long texts have come, its rule's name. */
export function stepTitle(explanations: Explanations | undefined, step: Pick<Step, 'rule' | 'params'>): string {
  const text = stepText(explanations, step);
  return text === undefined ? readableState(step.rule) : fill(text.title, Object.fromEntries(Object.entries(step.params).map(([name, value]) => [name, typeof value === 'string' ? siblingName(value) : value])));
}

/** `nginx-6884758f6f-vn5jk` is `nginx-…-vn5jk`: in a heading the hash of the template, which all its siblings share, tells nothing. */
function siblingName(name: string): string {
  return name.replace(/^(.+)-[0-9bcdf-hj-np-tv-z]{8,10}-([0-9a-z]{5})$/, '$1-…-$2');
}

/** The texts of a step. A write to etcd that wrote nothing has its own. */
export function stepText(explanations: Explanations | undefined, step: Pick<Step, 'rule' | 'params'>): Explanation | undefined {
  const unwritten = step.rule === 'etcd.write' && step.params['revision'] === 0;
  return explanations?.steps[unwritten ? 'etcd.unwritten' : step.rule];
}

export function chapterTitle(explanations: Explanations | undefined, chapter: Pick<Chapter, 'id'>): string {
  return explanations?.chapters[chapter.id]?.title ?? readableState(chapter.id);
}

/** A chapter in a word or two, for narrow places. */
export function chapterShort(explanations: Explanations | undefined, chapter: Pick<Chapter, 'id'>): string {
  return explanations?.chapters[chapter.id]?.short ?? readableState(chapter.id);
}

/** `kubelet:node-1` is `kubelet · node-1`. */
export function actorName(t: Texts, actor: string): string {
  const [name = '', node] = actor.split(':');
  const shown = name === 'terminal' ? t.components.terminal : name;
  return node === undefined ? shown : `${shown} · ${node}`;
}

/** What a state is called for a reader: its translation, else its own name with spaces. */
export function stateName(explanations: Explanations | undefined, machine: string, state: string): string {
  return explanations?.states[`${machine}.${state}`]?.name ?? readableState(state);
}

/** `pods` is `Pod`. */
export function kindName(t: Texts, resource: string): string {
  return t.kinds[resource] ?? resource;
}

/** `pods/default/web` is `Pod web`; a subject without a name is its kind. */
export function subjectName(t: Texts, subject: string): string {
  const parts = subject.split('/');
  const kind = kindName(t, parts[0] ?? '');
  return parts.length < 2 ? kind : `${kind} ${parts[parts.length - 1] ?? ''}`;
}
