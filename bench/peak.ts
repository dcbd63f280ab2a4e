import { readFileSync } from 'node:fs';

/** The most memory this process ever held, in bytes. Linux hands a parent's maximum down in getrusage, so its own count is read where there is one. */
export function peakMemory(): number {
  try {
    const own = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'));
    if (own !== null) return Number(own[1]) * 1024;
  } catch {
    // Not Linux.
  }
  return process.resourceUsage().maxRSS * 1024;
}
