import type { Resource } from '../../../api/scheme';
import type { KubeObject, Status } from '../../../api/types';
import { difference, type Change } from './difference';
import type { AdmissionAttributes, AdmissionEnvironment, AdmissionOperation, AdmissionPhase, AdmissionPlugin, Answer, Check, Verdict } from './plugin';

/** One plugin's line in the log's admission document. */
export interface PluginReport {
  readonly name: string;
  readonly verdict: 'unchanged' | 'mutated' | 'allowed' | 'denied' | 'not concerned';
  readonly patch?: readonly Change[];
  readonly message?: string;
  readonly detail?: unknown;
}

export interface AdmissionDecision {
  readonly type: 'admission';
  readonly phase: AdmissionPhase;
  readonly plugins: readonly PluginReport[];
}

/** How one pass of the chain over one object ended. */
export interface AdmissionOutcome {
  readonly object: KubeObject | undefined;
  readonly refusal: Status | undefined;
  readonly warnings: readonly string[];
  readonly decision: AdmissionDecision;
  /** How many plugins looked at the object. */
  readonly asked: number;
}

interface Step {
  readonly name: string;
  readonly check: Check | undefined;
}

interface Plan {
  readonly steps: readonly Step[];
  readonly asked: number;
  /** What the log says when no plugin has anything to say; one document for all such requests. */
  readonly quiet: AdmissionDecision;
}

const NOTHING: readonly string[] = [];

const PLAN_KEYS: Readonly<Record<AdmissionPhase, Readonly<Record<AdmissionOperation, string>>>> = {
  mutating: { CREATE: 'mutating CREATE', UPDATE: 'mutating UPDATE', DELETE: 'mutating DELETE', CONNECT: 'mutating CONNECT' },
  validating: { CREATE: 'validating CREATE', UPDATE: 'validating UPDATE', DELETE: 'validating DELETE', CONNECT: 'validating CONNECT' },
};

/** The enabled plugins, in order. Models apiserver pkg/admission chain.go. */
export class AdmissionChain {
  private readonly plans = new Map<Resource, Map<string, Plan>>();

  constructor(private readonly plugins: readonly AdmissionPlugin[], private readonly environment: AdmissionEnvironment) {}

  /**
   * Asks every plugin of the phase in order until one refuses. `done` runs at once unless a plugin has to ask somebody
   * else first.
   */
  run(phase: AdmissionPhase, attributes: AdmissionAttributes, done: (outcome: AdmissionOutcome) => void): void {
    const plan = this.planFor(phase, attributes.operation, attributes.resource, attributes.subresource);
    new Run(phase, plan, attributes, this.environment, done).go();
  }

  private planFor(phase: AdmissionPhase, operation: AdmissionOperation, resource: Resource, subresource: string | undefined): Plan {
    let ofResource = this.plans.get(resource);
    if (ofResource === undefined) this.plans.set(resource, (ofResource = new Map()));
    const key = subresource === undefined ? PLAN_KEYS[phase][operation] : `${PLAN_KEYS[phase][operation]} ${subresource}`;
    let plan = ofResource.get(key);
    if (plan === undefined) {
      const steps = this.plugins.filter((p) => (phase === 'mutating' ? p.mutate : p.validate) !== undefined || (p.mutate === undefined && p.validate === undefined))
        .map((p): Step => ({ name: p.name, check: p.handles(operation, resource, subresource) ? (phase === 'mutating' ? p.mutate : p.validate) : undefined }));
      plan = { steps, asked: steps.filter((s) => s.check !== undefined).length, quiet: { type: 'admission', phase, plugins: steps.map((s) => quietReport(s, phase)) } };
      ofResource.set(key, plan);
    }
    return plan;
  }
}

const quietReport = (step: Step, phase: AdmissionPhase): PluginReport =>
  ({ name: step.name, verdict: step.check === undefined ? 'not concerned' : phase === 'mutating' ? 'unchanged' : 'allowed' });

/** One pass, which may stop in the middle to wait for a plugin's answer. */
class Run {
  private at = 0;
  private reports: PluginReport[] | undefined;
  private warnings: string[] | undefined;

  constructor(
    private readonly phase: AdmissionPhase, private readonly plan: Plan, private attributes: AdmissionAttributes,
    private readonly environment: AdmissionEnvironment, private readonly done: (outcome: AdmissionOutcome) => void,
  ) {}

  go(): void {
    const { steps } = this.plan;
    for (; this.at < steps.length; this.at++) {
      const step = steps[this.at];
      if (step?.check === undefined) continue;
      const answer: Answer = step.check(this.attributes, this.environment);
      if (answer === undefined) continue;
      if ('later' in answer) {
        answer.later((verdict) => {
          if (verdict !== undefined && this.take(step, verdict)) return;
          this.at++;
          this.go();
        });
        return;
      }
      if (this.take(step, answer)) return;
    }
    this.finish(undefined);
  }

  /** True when the pass is over. */
  private take(step: Step, verdict: Verdict): boolean {
    const reports = (this.reports ??= [...this.plan.quiet.plugins]);
    const more = { ...(verdict.message === undefined ? {} : { message: verdict.message }), ...(verdict.detail === undefined ? {} : { detail: verdict.detail }) };
    if (verdict.warnings !== undefined) (this.warnings ??= []).push(...verdict.warnings);
    if (verdict.refusal !== undefined) {
      reports.length = this.at + 1;
      reports[this.at] = { name: step.name, verdict: 'denied', message: verdict.refusal.message ?? '', ...more };
      this.finish(verdict.refusal);
      return true;
    }
    if (verdict.object !== undefined && verdict.object !== this.attributes.object) {
      reports[this.at] = { name: step.name, verdict: 'mutated', patch: verdict.patch ?? difference(this.attributes.object, verdict.object), ...more };
      this.attributes = { ...this.attributes, object: verdict.object };
    } else reports[this.at] = { name: step.name, verdict: this.phase === 'mutating' ? 'unchanged' : 'allowed', ...more };
    return false;
  }

  private finish(refusal: Status | undefined): void {
    const { plan, reports } = this;
    this.done({
      object: this.attributes.object, refusal, warnings: this.warnings ?? NOTHING, asked: plan.asked,
      decision: reports === undefined ? plan.quiet : { type: 'admission', phase: this.phase, plugins: reports },
    });
  }
}
