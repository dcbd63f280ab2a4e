import type { KubeVersion } from '../../api/version';

/** The entry action of a filter's state. Filters that only wrap the handler share one. */
export type FilterAction = 'pass' | 'parseRequestInfo' | 'authenticate' | 'audit' | 'impersonate' | 'admitToFlow' | 'authorize';

export interface Filter {
  /** The state's name: the upstream function without `With`. */
  readonly name: string;
  readonly action: FilterAction;
  readonly description: string;
}

const wrap = (name: string, description: string): Filter => ({ name, action: 'pass', description });

const AUDIT_INIT = wrap('auditInit', 'Gives the request its Audit-ID.');
const PANIC_RECOVERY = wrap('panicRecovery', 'Turns a crash of the handler into a 500 instead of the end of the server.');
const MUX_AND_DISCOVERY = wrap('muxAndDiscoveryComplete', 'Marks requests that came before all API paths were installed.');
const RECEIVED = wrap('requestReceivedTimestamp', 'Notes the time of arrival, for audit and metrics.');
const LATENCY_TRACKERS = wrap('latencyTrackers', 'Prepares to measure what each layer costs.');
const HTTP_LOGGING = wrap('httpLogging', 'Prepares the access log line.');
const HSTS = wrap('hsts', 'Adds Strict-Transport-Security where configured.');
const CACHE_CONTROL = wrap('cacheControl', 'Adds Cache-Control: no-cache, private.');
const WAIT_GROUP = wrap('waitGroup', 'Counts the request among those that a shutdown waits for.');
const REQUEST_DEADLINE = wrap('requestDeadline', 'Sets the deadline: 60 s, or the timeout asked for.');
const TIMEOUT = wrap('timeoutForNonLongRunningRequests', 'Answers 504 when a request that is no watch runs past its deadline.');
const WARNINGS = wrap('warningRecorder', 'Collects Warning headers for the answer.');
const AUDIT_ANNOTATIONS = wrap('auditAnnotations', 'Collects annotations that later layers write for the audit log.');
const CORS = wrap('cors', 'Answers cross-origin checks of browsers where configured.');
const TRACING = wrap('tracing', 'Opens the OpenTelemetry span of the request.');
const REQUEST_INFO: Filter = { name: 'requestInfo', action: 'parseRequestInfo', description: 'Reads verb, group, resource, namespace and name off the method and the URL.' };
const AUTHENTICATION: Filter = { name: 'authentication', action: 'authenticate', description: 'Who is it? Client certificate, then bearer token, then anonymous. 401 for a bad credential.' };
const AUDIT: Filter = { name: 'audit', action: 'audit', description: 'Writes the audit event RequestReceived, if a policy wants it.' };
const IMPERSONATION: Filter = { name: 'impersonation', action: 'impersonate', description: 'Takes the identity asked for by --as, if the user may.' };
const PRIORITY_AND_FAIRNESS: Filter = { name: 'priorityAndFairness', action: 'admitToFlow', description: 'Finds the flow schema and takes a seat of its priority level, or queues. 429 when the queue is full.' };
const AUTHORIZATION: Filter = { name: 'authorization', action: 'authorize', description: 'May this user do this? Asks each authorizer in order. 403 when nobody says yes.' };

/**
 * The handler chain in the order in which a request passes it, outermost first.
 * Models apiserver pkg/server config.go DefaultBuildHandlerChain; filters that are off by default are left out.
 */
export const FILTERS: Readonly<Record<KubeVersion, readonly Filter[]>> = {
  '1.20': [
    PANIC_RECOVERY, RECEIVED, CACHE_CONTROL, WARNINGS, AUDIT_ANNOTATIONS, REQUEST_INFO, WAIT_GROUP, TIMEOUT, CORS,
    AUTHENTICATION, AUDIT, IMPERSONATION, PRIORITY_AND_FAIRNESS, AUTHORIZATION,
  ],
  '1.35': [
    AUDIT_INIT, PANIC_RECOVERY, MUX_AND_DISCOVERY, RECEIVED, REQUEST_INFO, LATENCY_TRACKERS, HTTP_LOGGING, HSTS, CACHE_CONTROL, WAIT_GROUP,
    REQUEST_DEADLINE, TIMEOUT, WARNINGS, CORS, AUTHENTICATION, TRACING, AUDIT, IMPERSONATION, PRIORITY_AND_FAIRNESS, AUTHORIZATION,
  ],
};
