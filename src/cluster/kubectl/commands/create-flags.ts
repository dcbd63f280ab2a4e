import { bool, string, type FlagSpec } from '../cli/flags';
import { DRY_RUN_FLAG, PRINT_FLAGS, VALIDATE_FLAG } from '../output-flags';

/** Flags of every command that sends an object. */
export function writeFlags(fieldManager: string): readonly FlagSpec[] {
  return [...PRINT_FLAGS, DRY_RUN_FLAG, string('field-manager', fieldManager)];
}

export const CREATE_FLAGS: readonly FlagSpec[] = [...writeFlags('kubectl-create'), bool('save-config'), VALIDATE_FLAG];
