import { expect, test } from 'vitest';
import { CHAPTER_IDS, STEP_IDS } from '../trace/chapters/rules';
import { STAGES } from '../trace/stages';
import { COMPONENTS } from '../trace/types';
import { en as explainEn } from './explain/en';
import { zh as explainZh } from './explain/zh';
import { en } from './en';
import { fill } from './fill';
import { zh } from './zh';

const LANGUAGES = [['English', en, explainEn], ['Chinese', zh, explainZh]] as const;

test.each(LANGUAGES)('every step and chapter of the trace is explained in %s', (_name, _texts, explanations) => {
  expect(STEP_IDS.filter((id) => explanations.steps[id] === undefined)).toEqual([]);
  expect(CHAPTER_IDS.filter((id) => explanations.chapters[id] === undefined)).toEqual([]);
});

test.each(LANGUAGES)('every stage and component has its name in %s', (_name, texts) => {
  expect(STAGES.filter((id) => texts.stages[id] === undefined)).toEqual([]);
  expect(COMPONENTS.filter((id) => texts.components[id] === undefined)).toEqual([]);
});

test('an explanation is two to six sentences', () => {
  const odd = [...Object.entries(explainEn.steps), ...Object.entries(explainEn.chapters)].filter(([, { text }]) => {
    const ends = text.match(/[.?!]["”)]{0,2}(?=\s|$)/g)?.length ?? 0;
    return ends < 2 || ends > 6;
  });
  expect(odd.map(([id]) => id)).toEqual([]);
});

test('both languages fill the same places', () => {
  const places = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map((m) => m[1] ?? '').sort();
  const differing = Object.keys(explainEn.steps).filter((id) => {
    const [a, b] = [explainEn.steps[id], explainZh.steps[id]];
    return a === undefined || b === undefined || new Set(places(a.title)).size !== new Set(places(b.title)).size || places(b.title + b.text).some((p) => !places(a.title + a.text).includes(p));
  });
  expect(differing).toEqual([]);
});

test('what English says of a state, Chinese says too', () => {
  expect(Object.keys(explainEn.states).filter((key) => explainZh.states[key] === undefined)).toEqual([]);
});

test('a place without a value stays, so that a gap shows', () => {
  expect(fill('{pod} on {node}', { pod: 'web' })).toBe('web on {node}');
});
