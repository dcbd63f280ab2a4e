import type { IntOrString } from '../../api/types';

/**
 * The number that an IntOrString means of a total: itself, or that percentage of the total, rounded up or down.
 * Models apimachinery pkg/util/intstr GetScaledValueFromIntOrPercent.
 */
export function scaledValue(value: IntOrString | undefined, total: number, round: 'up' | 'down'): number {
  if (value === undefined) return 0;
  if (typeof value === 'number') return value;
  const percent = Number(value.replace('%', ''));
  const exact = (percent * total) / 100;
  return round === 'up' ? Math.ceil(exact) : Math.floor(exact);
}
