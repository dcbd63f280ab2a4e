import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { Icon, type IconName } from './icon';
import { Tip } from './tip';
import './button.css';

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `solid` stands out, `outline` is usual, `quiet` has no edge. */
  readonly look?: 'solid' | 'outline' | 'quiet';
  readonly icon?: IconName;
  readonly children?: ReactNode;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function Button({ look = 'outline', icon, children, className, ...rest }: Props) {
  return (
    <button type="button" className={`button button-${look} ${className ?? ''}`} {...rest}>
      {icon !== undefined && <Icon name={icon} size={15} />}
      {children}
    </button>
  );
}

interface IconProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly icon: IconName;
  /** What it does: its accessible name and its tooltip. */
  readonly label: string;
  /** Shown in the tooltip. */
  readonly keys?: string;
  readonly look?: 'solid' | 'outline' | 'quiet';
  readonly size?: number;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A square button with only a drawing on it. */
export function IconButton({ icon, label, keys, look = 'quiet', size = 17, className, ...rest }: IconProps) {
  return (
    <Tip text={label} keys={keys}>
      <button type="button" aria-label={label} className={`button button-icon button-${look} ${className ?? ''}`} {...rest}>
        <Icon name={icon} size={size} />
      </button>
    </Tip>
  );
}
