import { DropdownMenu } from 'radix-ui';
import { Fragment, type ReactNode } from 'react';
import { Icon, type IconName } from './icon';
import { useLayer } from './layer';
import './menu.css';

/** Something that can be done. */
export interface MenuAction {
  readonly id: string;
  readonly label: string;
  /** A second, quieter line. */
  readonly about?: string;
  readonly icon: IconName;
  readonly disabled?: boolean;
  readonly run: () => void;
}

interface Props {
  readonly trigger: ReactNode;
  readonly label: string;
  /** A line stands between groups. */
  readonly groups: readonly (readonly MenuAction[])[];
}

/** Things to do, behind a button. */
export function ActionMenu({ trigger, label, groups }: Props) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal container={useLayer()}>
        <DropdownMenu.Content className="menu" align="end" sideOffset={6} collisionPadding={8} aria-label={label}>
          {groups.map((actions, i) => (
            <Fragment key={actions[0]?.id ?? i}>
              {i > 0 && <DropdownMenu.Separator className="menu-line" />}
              {actions.map((action) => (
                <DropdownMenu.Item key={action.id} className="menu-item" disabled={action.disabled === true} onSelect={action.run} textValue={action.label}>
                  <Icon name={action.icon} />
                  <span className="menu-text">
                    <span>{action.label}</span>
                    {action.about !== undefined && <small>{action.about}</small>}
                  </span>
                </DropdownMenu.Item>
              ))}
            </Fragment>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
