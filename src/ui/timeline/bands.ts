import type { Micros } from '../../trace/types';
import type { Chapter, Journey } from '../../trace/views';

/** A chapter's place in the band above the lanes. */
export interface Band {
  readonly chapter: Chapter;
  readonly begin: Micros;
  readonly end: Micros;
}

/**
 * One chapter after the other, without a gap. Chapters run side by side: the band tells those that the way from Enter to the end leads
 * through, and what comes after it. While kubectl still prints its answer, the band is the control loops' already.
 */
export function bandsOf({ chapters, end }: Pick<Journey, 'chapters' | 'end'>): readonly Band[] {
  const onTheWay = chapters.filter(({ steps }) => steps.some((step) => step.onPath));
  const pathEnd = Math.max(...onTheWay.flatMap(({ steps }) => steps.filter((step) => step.onPath).map((step) => step.end)));
  const told = onTheWay.length === 0 ? chapters : chapters.filter((chapter) => onTheWay.includes(chapter) || chapter.begin >= pathEnd);
  return told.map((chapter, i) => ({ chapter, begin: chapter.begin, end: told[i + 1]?.begin ?? Math.max(chapter.end, end) }));
}
