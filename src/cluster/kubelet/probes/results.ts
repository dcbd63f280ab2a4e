export type ProbeType = 'liveness' | 'readiness' | 'startup';
export type ProbeResult = 'success' | 'failure' | 'unknown';

/** The last word of probes, by kind and container id. Models pkg/kubelet/prober/results/results_manager.go. */
export class ProbeResults {
  private readonly results = new Map<string, ProbeResult>();

  get(type: ProbeType, containerId: string): ProbeResult | undefined {
    return this.results.get(`${type}/${containerId}`);
  }

  /** True when it is news. */
  set(type: ProbeType, containerId: string, result: ProbeResult): boolean {
    const key = `${type}/${containerId}`;
    if (this.results.get(key) === result) return false;
    this.results.set(key, result);
    return true;
  }

  remove(type: ProbeType, containerId: string): void {
    this.results.delete(`${type}/${containerId}`);
  }
}
