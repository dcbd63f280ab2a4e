import { ToggleGroup } from 'radix-ui';
import { Icon, type IconName } from './icon';
import './segmented.css';

export interface Segment<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly icon?: IconName;
}

interface Props<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly segments: readonly Segment<T>[];
  readonly onChange: (value: T) => void;
}

/** One of a few, all of them to be seen. */
export function Segmented<T extends string>({ label, value, segments, onChange }: Props<T>) {
  return (
    <ToggleGroup.Root
      type="single"
      className="segmented"
      aria-label={label}
      value={value}
      onValueChange={(next) => {
        const chosen = segments.find((segment) => segment.value === next);
        if (chosen !== undefined) onChange(chosen.value);
      }}
    >
      {segments.map((segment) => (
        <ToggleGroup.Item key={segment.value} value={segment.value} className="segment">
          {segment.icon !== undefined && <Icon name={segment.icon} size={14} />}
          {segment.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
