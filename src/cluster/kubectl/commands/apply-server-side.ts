import { err, ok, type Result } from '../../../base/result';
import type { KubeObject } from '../../../api/types';
import { failureText, text, type Failure } from '../failure';
import type { Manifest } from '../files';
import type { Invocation } from '../invocation';
import { build, type Program } from '../program';
import type { DryRun } from '../output-flags';
import { ACCEPT, askObject, LOG, query, to } from '../requests';

// The advice that kubectl puts under a conflict is data that scripts look for; it ends with a link to the documentation.
const ADVICE = `Please review the fields above--they currently have other managers. Here
are the ways you can resolve this warning:
* If you intend to manage all of these fields, please re-run the apply
  command with the \`--force-conflicts\` flag.
* If you do not intend to manage all of the fields, please edit your
  manifest to remove references to the fields that should keep their
  current managers.
* You may co-own fields by updating your manifest to match the existing
  value; in this case, you'll become the manager if the other manager(s)
  stop managing the field (remove it from their configuration).
See https://kubernetes.io/docs/reference/using-api/server-side-apply/#conflicts`;

export interface Applied {
  readonly object: KubeObject;
  readonly done: string;
}

/** One patch; the server merges. Models kubectl pkg/cmd/apply apply.go applyOneObject with ServerSideApply. */
export function* serverSideApply(inv: Invocation, manifest: Manifest, dryRun: DryRun, validation: string): Program<Result<Applied, Failure>> {
  const { resource, namespace, object } = manifest;
  const { flags } = inv;
  yield* build(object);
  const answer = yield* askObject(to(resource, { namespace, name: object.metadata.name }, {
    method: 'PATCH', accept: ACCEPT.unstructured, contentType: 'application/apply-patch+yaml', body: object, logFrom: LOG.patch,
    query: query({
      dryRun: dryRun === 'server' ? 'All' : undefined, fieldManager: flags.changed('field-manager') ? flags.string('field-manager') : 'kubectl', fieldValidation: validation,
      force: String(flags.bool('force-conflicts')),
    }),
  }));
  if (answer.ok) return ok({ object: answer.value, done: 'serverside-applied' });
  if (answer.error.kind === 'status' && answer.error.status.reason === 'Conflict') return err(text(`${failureText(answer.error)}\n${ADVICE}`));
  return err(answer.error);
}
