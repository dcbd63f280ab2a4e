import type { Explanation } from '../text';

/** kubectl, kube-apiserver, etcd. */
export const apiSteps = {
  'kubectl.start': {
    title: 'kubectl starts',
    text: 'A new process starts and reads its flags. kubectl keeps nothing running between commands, so starting is the longest thing that it does: tens of milliseconds, where the request itself takes a few.',
  },
  'kubectl.parse': {
    title: 'The line is parsed and checked',
    text: 'kubectl finds the subcommand, its arguments and flags, and checks what can be checked without the cluster, such as a missing --image or a malformed image name. A mistake found here costs nothing: no request is sent. Everything else is left to the API server, which knows the rules better.',
  },
  'kubectl.config': {
    title: 'Which cluster, and as whom?',
    text: 'kubectl reads the kubeconfig: the present context names a cluster (address and CA), a user (certificate or token) and a namespace. Flags win over the file. With no kubeconfig at all kubectl would try localhost:8080 and be refused.',
  },
  'kubectl.discover': {
    title: 'What can this server do?',
    text: 'Commands that take any kind of object first learn which resources the server serves and how they are called. The answer is cached on disk for six hours. A command with a fixed kind, such as create deployment, needs no discovery and skips this.',
  },
  'kubectl.build': {
    title: 'The object is built',
    text: 'From a few flags kubectl writes a whole object: the labels and the selector app=<name>, a pod template with one container, the number of replicas. Fields that you did not give are left out; the API server fills in their defaults, so that all clients get the same ones.',
  },
  'kubectl.request': {
    title: 'The request is on the wire',
    text: 'The object travels as the body of an HTTPS request; the client certificate or token in it says who you are. kubectl now waits. If the address were wrong or the server down, the message would come from kubectl itself: "The connection to the server … was refused".',
  },
  'kubectl.watch': {
    title: 'kubectl keeps watching',
    text: 'With -w, or while it waits for a deletion, kubectl leaves a request open and prints each change that the server sends. It is the same kind of stream that every controller lives on.',
  },
  'kubectl.print': {
    title: 'kubectl prints the answer',
    text: '"created" means: stored. It does not mean that anything runs; at this moment not one pod exists. Tables such as those of kubectl get are made by the server, kubectl only aligns their columns.',
  },
  'kubectl.exit': {
    title: 'The prompt is back',
    text: 'kubectl exits with code 0: the API server accepted the request. What happens to the object later cannot change that any more; to know how it went, one has to ask again or watch.',
  },
  'kubectl.failed': {
    title: 'kubectl reports a failure',
    text: 'kubectl prints the reason and exits with code 1. "Error from server (Reason)" comes from the API server’s answer; a bare "error:" is mostly kubectl’s own, before anything was sent. (create deployment is an exception: it wraps the server’s message in "error: failed to create deployment".)',
  },
  'kubectl.interrupted': {
    title: 'Interrupted',
    text: 'Ctrl-C ends kubectl, not what it asked for. A request that the server has accepted stays accepted; only the watching ends.',
  },

  'api.filters': {
    title: 'The wrapping filters',
    text: 'Before anyone looks at the request, a chain of small filters wraps it: it gets a deadline of 60 seconds, a guard that turns a crash into a 500, and its verb, resource and namespace are read off the URL. Each takes microseconds. They come first so that even a refused request is counted, logged and bounded in time.',
  },
  'api.authentication': {
    title: 'Who are you? Authentication',
    text: 'Authenticators are asked in order: proxy headers, client certificate, bearer token, at last anonymous. A certificate’s common name becomes the user, its organizations the groups. A credential that is wrong ends here with 401; no credential at all makes you system:anonymous, who is then usually refused with 403. With --as you become somebody else right after this, if you may impersonate.',
  },
  'api.fairness': {
    title: 'A seat in the queue: priority and fairness',
    text: 'A flow schema matches the request to a priority level, and the request takes one of its seats, or waits in a queue. So a client that floods the server delays its own kind, and kubelets and leader election still get through. A full queue answers 429. The group system:masters is exempt.',
  },
  'api.authorization': {
    title: 'May you? Authorization',
    text: 'Each authorizer says allow, deny or no opinion; the first clear word counts, and if nobody has one the answer is 403. RBAC looks for a binding that gives this user this verb on this resource in this namespace; its rules only ever add. The text after "is forbidden:" tells whether it was RBAC or, later, an admission plugin that said no.',
  },
  'api.decoding': {
    title: 'Decoded, and defaults filled in',
    text: 'The body becomes a typed object and is converted to the internal version; fields that were left open get their defaults: RollingUpdate at 25 %, ten old revisions, restartPolicy Always. In strict mode, which kubectl asks for, a misspelled field is a 400 here. (1.20 has no such mode: there kubectl checks the fields itself, where it has the schema.)',
  },
  'api.mutating': {
    title: 'Should it be changed? Mutating admission',
    text: 'Plugins may change the object, one after the other, and refuse it. NamespaceLifecycle makes sure that the namespace exists; for pods ServiceAccount adds a token volume and DefaultTolerationSeconds two tolerations. For a Deployment hardly anything changes: these plugins act on pods, not on templates. At this point the object has no uid yet.',
  },
  'api.validation': {
    title: 'Prepared and validated',
    text: 'The registry sets what clients may not: uid, creation time, generation 1, an empty status. Then every rule of the kind is checked, from the form of the name to the selector that must match the template’s labels. All complaints come back at once, as one 422.',
  },
  'api.validating': {
    title: 'Should it be? Validating admission',
    text: 'These plugins see the final object and can only say yes or no: policies, validating webhooks, and ResourceQuota last of all, so that a request refused by another plugin is never charged. A Deployment passes even when its pods will not: quota and pod security act when the pods come.',
  },
  'api.current': {
    title: 'The present object is read',
    text: 'To change or delete an object the server first reads it as it is now, with its resourceVersion. If somebody writes it between this read and the write below, the write notices, and the server starts over with the newer object.',
  },
  'api.storage': {
    title: 'To storage',
    text: 'The object goes to etcd as one transaction: write it if nobody else has meanwhile. For a new object that means: if the key does not exist. So two people creating the same name at once cannot both succeed; the second gets 409 AlreadyExists.',
  },
  'api.deletion': {
    title: 'The object is removed',
    text: 'If no finalizer holds it and no grace period runs, the key is deleted from etcd. With kubectl’s default, background propagation, the parent goes first and its children are cleaned up by the garbage collector afterwards.',
  },
  'api.read': {
    title: 'Read, without a write',
    text: 'Reads change nothing, so admission and validation do not concern them. Most lists are served from the API server’s own cache, which follows etcd by a watch; since 1.31 even a list that asks for the newest state is, once the cache has caught up.',
  },
  'api.watch': {
    title: 'A watch is opened',
    text: 'The client names a resourceVersion, and the server streams every change after it for as long as the connection lives. This is how one write reaches many readers without anybody polling.',
  },
  'api.notFound': {
    title: 'Not there: 404',
    text: 'The object does not exist, or not any more. Clients often ask on purpose: kubectl apply to learn whether to create or to change, kubectl delete to see that the object is gone, a controller before it acts on what its cache says. For them this answer is news, not a failure.',
  },
  'api.refused': {
    title: 'Refused with {code}',
    text: 'The server writes a Status object that says what was wrong: code, reason and message. The stage before this one is where it was decided. Nothing was stored, so nothing else in the cluster will ever know of this request, except the audit log.',
  },
  'api.answer': {
    title: 'The answer: {code}',
    text: 'The stored object is encoded in the form that the client asked for and sent back. It carries what the server added: uid, resourceVersion, defaults. At the same time, and not after, the change travels to everybody who watches.',
  },
  'api.again': {
    title: 'Everybody passes the same gate',
    text: '{actor} sends {method} and goes through the very stages that your request went through: authentication, fairness, authorization, admission. Controllers have no back door; each has its own identity and its own RBAC rules. Select any such request to see its stages.',
  },

  'etcd.write': {
    title: 'Written to etcd, revision {revision}',
    text: 'The leader appends the write to its log and sends it to the followers; once a majority has it on disk, it is committed and applied. The whole store has one counter, the revision, and this write raised it by one: the object’s resourceVersion is that number. Only the API server talks to etcd.',
  },
  'etcd.unwritten': {
    title: 'etcd compares, and writes nothing',
    text: 'The transaction said: write only if nothing is there yet, or only if it is still what I read. It was not so, and etcd answers with what it holds instead. The revision does not change, and no watcher hears of it.',
  },
  'etcd.conflict': {
    title: '{actor}: the comparison failed, 409',
    text: 'Every write is conditional: a new object only if its name is free, a changed one only if it is still at the revision that {actor} had read. This time it was not so. A create is answered with AlreadyExists, an update with Conflict; nothing is changed and nothing is lost, and a controller reads again and tries again. In a healthy cluster this happens with every new Deployment, whose controller writes its status with a copy that it has just made old itself.',
  },
  'watch.dispatch': {
    title: 'The change fans out',
    text: 'The API server keeps one watch on etcd for each resource, feeds a cache from it, and passes every event on to all clients whose selector it concerns. A thousand watchers cost etcd no more than one. Each client gets events in order and, as long as it asks from a known revision, none is missing.',
  },
} satisfies Readonly<Record<string, Explanation>>;
