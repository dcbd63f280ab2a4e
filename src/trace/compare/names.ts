import { CHANGE_TYPES } from '../../kernel/log';
import type { Trace } from '../trace';

/** What controllers name by chance, or by a hash that differs between releases. */
const NUMBERED: ReadonlySet<string> = new Set(['pods', 'replicasets']);

/**
 * Names that mean the same in two runs. What a controller names itself is called by its owner and its number:
 * `pods/default/nginx-6884758f6f-5ltdt` is `pods/default/nginx#1#3`, the third pod of nginx's first ReplicaSet.
 */
export class CommonNames {
  private readonly names = new Map<string, string>();
  private readonly subjects: (string | undefined)[] = [];

  constructor(private readonly trace: Trace) {
    const { facts, log } = trace;
    const counts = new Map<string, number>();
    for (let row = 0; row < facts.length; row++) {
      if (CHANGE_TYPES[log.revisions.type.get(row)] !== 'create') continue;
      const owner = facts.text('owner', row);
      const name = facts.text('name', row);
      const [, ownerNamespace = '', ownerName = ''] = owner.split('/');
      const suffix = name.startsWith(`${ownerName}-`) ? name.slice(ownerName.length + 1) : '';
      // A StatefulSet numbers its pods itself.
      const resource = facts.text('resource', row);
      if (owner === '' || !NUMBERED.has(resource) || suffix === '' || /^\d+$/.test(suffix)) continue;
      const common = `${resource}/${this.of(owner).replace(/^[^/]*\//, '')}`;
      const count = (counts.get(common) ?? 0) + 1;
      counts.set(common, count);
      this.names.set(`${resource}/${ownerNamespace}/${name}`, `${common}#${count}`);
    }
  }

  /** The common name of a subject, `pods/default/web`. */
  of(subject: string): string {
    return this.names.get(subject) ?? subject;
  }

  /** The same for a number of the log's strings. */
  ofString(string: number): string {
    return (this.subjects[string] ??= this.of(this.trace.log.strings[string] ?? ''));
  }
}
