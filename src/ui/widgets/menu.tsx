import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon';
import { useLayer } from './layer';
import './menu.css';

export interface MenuChoice<T extends string> {
  readonly value: T;
  readonly label: string;
  /** A second, quieter line. */
  readonly about?: string | undefined;
  readonly icon?: IconName;
}

interface Props<T extends string> {
  readonly trigger: ReactNode;
  readonly label: string;
  readonly value: T | undefined;
  readonly choices: readonly MenuChoice<T>[];
  readonly onChoose: (value: T) => void;
  readonly align?: 'start' | 'end';
}

/** One of several, behind a button. */
export function ChoiceMenu<T extends string>({ trigger, label, value, choices, onChoose, align = 'start' }: Props<T>) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal container={useLayer()}>
        <DropdownMenu.Content className="menu" align={align} sideOffset={6} collisionPadding={8} aria-label={label}>
          <DropdownMenu.Label className="menu-label">{label}</DropdownMenu.Label>
          <DropdownMenu.RadioGroup
            value={value ?? ''}
            onValueChange={(next) => {
              const chosen = choices.find((choice) => choice.value === next);
              if (chosen !== undefined) onChoose(chosen.value);
            }}
          >
            {choices.map((choice) => (
              <DropdownMenu.RadioItem key={choice.value} value={choice.value} className="menu-item">
                {choice.icon !== undefined && <Icon name={choice.icon} />}
                <span className="menu-text">
                  <span>{choice.label}</span>
                  {choice.about !== undefined && <small>{choice.about}</small>}
                </span>
                <DropdownMenu.ItemIndicator>
                  <Icon name="check" size={15} />
                </DropdownMenu.ItemIndicator>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
