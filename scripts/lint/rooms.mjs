// The allow-list of imports: which room may look into which, and which packages live where.
// Paths are relative to src/ with forward slashes, as in "cluster/etcd/store.ts".

/** A room may import itself and the rooms named here. @type {Readonly<Record<string, readonly string[]>>} */
export const rooms = {
  base: [],
  kernel: ['base'],
  api: ['base'],
  cluster: ['base', 'kernel', 'api'],
  scenarios: ['cluster', 'base', 'kernel', 'api'],
  trace: ['base', 'kernel', 'api'],
  worker: ['scenarios', 'cluster', 'trace', 'kernel', 'api', 'base'],
  state: ['trace', 'worker', 'base'],
  ui: ['state', 'trace', 'scenarios', 'i18n', 'base'],
  i18n: [],
  cli: ['scenarios', 'trace', 'cluster', 'kernel', 'base', 'api', 'i18n'],
};

/** Narrower than the table above: of the second room, the first may see these files alone. */
const narrow = [
  { from: /^trace\//, into: /^kernel\//, only: /^kernel\/(log\/.*|log[^/]*\.ts|time\.ts)$/, say: 'trace reads the kernel’s log and nothing else of it' },
  { from: /^ui\//, into: /^scenarios\//, only: /^scenarios\/(library\/.*|scenario\.ts|print-scenario\.ts|yaml-reader\.ts)$/, say: 'the page knows the scenario library and the format of scenario files; what runs them is the worker’s' },
  { from: /^state\//, into: /^worker\//, only: /^worker\/protocol(\.ts|\/.*)$/, say: 'state talks to the worker through worker/protocol alone' },
];

/** Packages with a home: importable there only. Every other package may be imported from `ui` alone. */
const homes = [
  { packages: /^xstate$/, home: /^(kernel\/.*|cluster\/(.*\/)?[^/]*machine\.ts|state\/playback.*)$/, say: 'XState lives in kernel, cluster/**/machine.ts and state/playback' },
  { packages: /^zustand$/, home: /^state\//, say: 'Zustand lives in state' },
  { packages: /^(d3|d3-.*|@dagrejs\/dagre)$/, home: /^(trace\/layout.*|ui\/.*)$/, say: 'D3 and layout live in trace/layout and ui' },
  { packages: /^yaml$/, home: /^(api|cluster\/kubectl|scenarios|cli|ui)\//, say: 'YAML is read in api, cluster/kubectl, scenarios, cli and ui' },
  { packages: /^diff$/, home: /^(trace|ui|cli)\//, say: 'object differences are made in trace, ui and cli' },
  { packages: /^node:/, home: /^cli\//, say: 'Node’s own modules are for cli' },
  { packages: /./, home: /^ui\//, say: 'React and other packages live in ui' },
];

/** Tests and what only tests use. They may look into every room: an end-to-end test of a component boots a cluster. @param {string} file */
export function isTest(file) {
  return /\.test\.tsx?$/.test(file) || /(^|\/)testing(\/|\.ts$)/.test(file);
}

/** @param {string} file */
function roomOf(file) {
  return file.slice(0, Math.max(0, file.indexOf('/')));
}

/**
 * Why `from` may not import the file `to`, or undefined when it may.
 * @param {string} from
 * @param {string} to
 */
export function fileComplaint(from, to) {
  if (isTest(from)) return undefined;
  if (isTest(to)) return 'only tests import test files';
  const [here, there] = [roomOf(from), roomOf(to)];
  const allowed = rooms[here];
  if (allowed === undefined) return `src/${here || from} is no room of the house`;
  if (here === there) return here === 'cluster' ? siblingComplaint(from, to) : undefined;
  if (!allowed.includes(there)) return `${here} may import ${allowed.length === 0 ? 'no other room' : `${allowed.join(', ')} alone`}, not ${there}`;
  return narrow.find((rule) => rule.from.test(from) && rule.into.test(to) && !rule.only.test(to))?.say;
}

/**
 * Components meet over the wire. A component sees itself, client/ and the files directly in cluster/; those see no component; boot sees all.
 * @param {string} from
 * @param {string} to
 */
function siblingComplaint(from, to) {
  const [here, there] = [componentOf(from), componentOf(to)];
  if (here === there || here === 'boot') return undefined;
  if (there === 'boot') return 'nothing in cluster imports boot';
  if (there === '') return undefined;
  if (here === '') return `cluster’s shared files import no component (${there})`;
  return there === 'client' ? undefined : `${here} may not import its sibling ${there}: components meet over requests and watches`;
}

/** "etcd" for cluster/etcd/store.ts, "boot" for cluster/boot.ts, "" for other files directly in cluster/. @param {string} file */
function componentOf(file) {
  const [, second = '', third] = file.split('/');
  if (third === undefined) return second === 'boot.ts' ? 'boot' : '';
  return second;
}

/**
 * Why `from` may not import the package, or undefined when it may.
 * @param {string} from
 * @param {string} name the package's name, "@scope/name" or "node:fs"
 * @param {ReadonlySet<string>} listed the packages that package.json lists
 */
export function packageComplaint(from, name, listed) {
  if (!name.startsWith('node:') && !listed.has(name)) return `${name} is not in package.json`;
  if (isTest(from)) return undefined;
  const rule = homes.find(({ packages }) => packages.test(name));
  return rule === undefined || rule.home.test(from) ? undefined : rule.say;
}

/**
 * One cycle for each knot of files that import each other, as the list of files around it.
 * @param {ReadonlyMap<string, readonly string[]>} graph file to the files that it imports
 * @returns {readonly (readonly string[])[]}
 */
export function cycles(graph) {
  /** @type {string[][]} */
  const found = [];
  /** @type {Set<string>} */
  const done = new Set();
  /** @type {Map<string, number>} */
  const place = new Map();
  /** @type {string[]} */
  const path = [];

  /** @param {string} file */
  const visit = (file) => {
    if (done.has(file)) return;
    const at = place.get(file);
    if (at !== undefined) {
      found.push([...path.slice(at), file]);
      return;
    }
    place.set(file, path.length);
    path.push(file);
    for (const next of graph.get(file) ?? []) visit(next);
    path.pop();
    place.delete(file);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file);
  return found;
}
