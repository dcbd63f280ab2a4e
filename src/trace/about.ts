import { NONE } from '../kernel/time';
import { messageView, spanView } from './rows';
import { requestOfSpan } from './story-rows';
import type { Trace } from './trace';
import type { MessageView, RowRef } from './types';

/** What a row is about: one object, or, where none has a name yet, the place that a request goes to. */
export type About =
  | { readonly kind: 'object'; readonly subject: string }
  | { readonly kind: 'place'; readonly resource: string; readonly namespace: string | undefined; /** One is to be made there. */ readonly creates: boolean };

/** Stages of a request in which its body has been read, but the object that it makes is not named in the log yet. */
const DECODED = /^(defaulting|mutatingAdmission|preparing)$/;

/** What a row is about; undefined where it is about nothing in particular. A request names its object once its body was read. */
export function aboutOf(trace: Trace, ref: RowRef): About | undefined {
  if (ref.kind === 'message') {
    const message = messageView(trace.log, ref.row);
    return objectAbout(message.subject) ?? (message.kind === 'http' || message.kind === 'response' ? placeOf(message) : undefined);
  }
  const span = spanView(trace.log, ref.row);
  const known = objectAbout(span.subject);
  if (known !== undefined || span.component !== 'kube-apiserver') return known;
  const request = requestOfSpan(trace, ref.row);
  if (request === undefined) return undefined;
  // Whoever sends a request knows the name that is in its body; only a name that the server makes up comes later.
  const sender = objectAbout(request.subject) ?? (DECODED.test(span.state) && request.from === 'kubectl' ? nameToCome(trace, span.instance) : undefined);
  return sender ?? placeOf(request);
}

/** A subject with a name in it: `pods/default/web`, `nodes/node-1`; `pods` alone is a kind. */
function objectAbout(subject: string | undefined): About | undefined {
  return subject?.includes('/') === true && !subject.endsWith('/') ? { kind: 'object', subject } : undefined;
}

function nameToCome(trace: Trace, instance: number): About | undefined {
  const { index, log } = trace;
  const last = index.lastSpanOf(instance);
  return last === NONE ? undefined : objectAbout(log.strings[log.spans.subject.get(last)]);
}

/** `POST /apis/apps/v1/namespaces/default/deployments` makes one of `deployments` in `default`. */
function placeOf({ label }: Pick<MessageView, 'label'>): About | undefined {
  const [, method = '', path = ''] = /(?:^| )(GET|POST|PUT|PATCH|DELETE) (\/[^? ]*)/.exec(label) ?? [];
  const match = /^\/(?:api\/[^/]+|apis\/[^/]+\/[^/]+)\/(?:namespaces\/([^/]+)\/)?([a-z]+)$/.exec(path);
  const [, namespace, resource] = match ?? [];
  return resource === undefined ? undefined : { kind: 'place', resource, namespace, creates: method === 'POST' };
}
