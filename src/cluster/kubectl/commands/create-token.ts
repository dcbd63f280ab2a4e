import { defined } from '../../../base/assert';
import type { CommandSpec } from '../cli/command';
import { array, duration, string } from '../cli/flags';
import { connect } from '../connect';
import { stringAt } from '../document';
import { failureText, text } from '../failure';
import { objectPrinter, PRINT_FLAGS } from '../output-flags';
import { build, check, fail, print } from '../program';
import { SECOND } from '../../../kernel/time';
import { ACCEPT, askObject, LOG, PROTOBUF, to } from '../requests';
import { nameArgument } from './create-typed';

// Models kubectl pkg/cmd/create create_token.go
export const createToken: CommandSpec = {
  path: ['create', 'token'], usage: 'SERVICE_ACCOUNT_NAME [options]', about: 'Request a service account token',
  flags: [...PRINT_FLAGS, array('audience'), string('bound-object-kind'), string('bound-object-name'), string('bound-object-uid'), duration('duration')],
  *run(inv) {
    const { flags } = inv;
    const name = yield* nameArgument(inv);
    const seconds = Math.round(flags.number('duration') / SECOND);
    if (seconds < 0) return yield* fail(text('--duration must be greater than or equal to 0'));
    if (flags.string('bound-object-kind') !== '') return yield* fail(text('--bound-object-kind is not available in this simulation'));
    const config = yield* connect(inv);
    const audiences = flags.list('audience');
    const body = {
      kind: 'TokenRequest', apiVersion: 'authentication.k8s.io/v1', metadata: {},
      spec: { audiences: audiences.length === 0 ? null : audiences, expirationSeconds: seconds === 0 ? null : seconds, boundObjectRef: null }, status: { token: '', expirationTimestamp: null },
    };
    yield* build(body);
    const accounts = defined(inv.scheme.resourceFor('', 'v1', 'serviceaccounts'), 'serviceaccounts');
    const answer = yield* askObject(to(accounts, { namespace: config.namespace, name, subresource: 'token' }, { method: 'POST', accept: ACCEPT.typed, contentType: PROTOBUF, body, logFrom: LOG.typedCreate }));
    if (!answer.ok) return yield* fail(answer.error.kind === 'status' ? text(`failed to create token: ${failureText(answer.error)}`) : answer.error);
    if (flags.string('output') !== '') {
      const printer = yield* check(objectPrinter(flags, inv.scheme, true));
      yield* print(yield* check(printer(answer.value, 'created')));
    } else yield* print(`${stringAt(answer.value, 'status', 'token')}\n`);
    return 0;
  },
};
