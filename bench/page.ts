// `npm run bench:page [-- N…]`: what the page costs: JavaScript by chunk, time from Enter to the first moving packet, longest task of
// the main thread, and frames a second while playing, panning and zooming, with N replicas.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium, type Page } from '@playwright/test';
import { build } from 'vite';
import { findBrowser, noBrowser } from '../scripts/find-browser.mjs';
import { root } from '../scripts/lib/host.mjs';
import { listen, staticServer } from '../scripts/lib/serve.mjs';

/** kB of gzip that a browser may have to load before the page stands. */
const FIRST_LOAD = 250;
/** Longest task (ms) of the main thread with at most so many replicas. */
const TASK = { limit: 50, replicas: 100 };
/** Loading the page is told, but not held against the limit: scripts have to be read whatever the cluster's size. */
const LOADING = 'loading';
/** How long each thing is done (ms). */
const SPELL = 4000;

interface Chunk {
  readonly name: string;
  readonly raw: number;
  readonly gzip: number;
  readonly when: 'first' | 'engine' | 'later';
}

/** A task of the main thread, in ms: how long it took, and how long it had a processor. On a busy machine only the second is the page's own. */
interface Task {
  readonly wall: number;
  readonly cpu: number;
}

interface Cost {
  /** ms from Enter until a packet has moved. */
  readonly packet: number;
  /** Tasks of the main thread, the longest first, by what went on. */
  readonly tasks: ReadonlyMap<string, readonly Task[]>;
  /** Frames a second, by what went on. */
  readonly frames: ReadonlyMap<string, number>;
}

const sizes = process.argv.slice(2).map(Number).filter((n) => n > 0);
const browserHere = findBrowser();
if (browserHere === undefined) throw new Error(noBrowser);
const dist = mkdtempSync(join(tmpdir(), 'podyssey-page-'));
await build({ root, logLevel: 'error', build: { outDir: dist, emptyOutDir: true } });

const say = (line = ''): void => void process.stdout.write(`${line}\n`);
const kB = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;
let failed = false;

const chunks = chunksOf(dist);
say('JavaScript                            raw        gzip');
for (const { name, raw, gzip, when } of chunks) say(`  ${name.padEnd(28)}${kB(raw).padStart(10)}${kB(gzip).padStart(12)}  ${when === 'first' ? 'first load' : when === 'engine' ? 'the engine, in its worker' : 'later'}`);
const first = chunks.filter((c) => c.when === 'first').reduce((sum, c) => sum + c.gzip, 0);
failed ||= first > FIRST_LOAD * 1000;
say(`  first load ${kB(first)} gzip of at most ${FIRST_LOAD} kB${first > FIRST_LOAD * 1000 ? ': TOO MUCH' : ''}`);

const server = staticServer(dist);
const port = await listen(server, 4300);
const browser = await chromium.launch({ executablePath: browserHere.path, args: ['--no-sandbox', '--disable-quic', '--disable-background-networking'] });
say();
say(`replicas   Enter to packet   longest task   of CPU   frames a second: ${'playing'.padStart(9)}${'panning'.padStart(9)}${'zooming'.padStart(9)}${'timeline'.padStart(10)}`);
try {
  for (const replicas of sizes.length > 0 ? sizes : [3, 100, 300]) report(replicas, await measure(replicas));
} finally {
  await browser.close();
  server.closeAllConnections();
  server.close();
  rmSync(dist, { recursive: true, force: true });
}
process.exitCode = failed ? 1 : 0;

function report(replicas: number, cost: Cost): void {
  const all = [...cost.tasks].filter(([what]) => what !== LOADING).flatMap(([, tasks]) => tasks);
  const longest = (unit: keyof Task): number => Math.max(0, ...all.map((task) => task[unit]));
  failed ||= replicas <= TASK.replicas && longest('cpu') > TASK.limit;
  const fps = (what: string): string => (cost.frames.get(what) ?? NaN).toFixed(1);
  say(`${String(replicas).padStart(8)}${`${cost.packet.toFixed(0)} ms`.padStart(18)}${`${longest('wall').toFixed(0)} ms`.padStart(15)}${`${longest('cpu').toFixed(0)} ms`.padStart(9)}   ${''.padStart(16)}${['playing', 'panning', 'zooming', 'timeline'].map((what) => fps(what).padStart(9)).join('')}`);
  for (const [what, tasks] of cost.tasks) say(`${''.padStart(11)}${what.padEnd(11)} longest: ${tasks.slice(0, 4).map(({ wall, cpu }) => `${wall.toFixed(0)} ms (CPU ${cpu.toFixed(0)})`).join(', ')}`);
}

/** What is loaded before the page stands: the scripts of index.html and all that they import at once. */
function chunksOf(folder: string): readonly Chunk[] {
  const assets = join(folder, 'assets');
  const names = readdirSync(assets).filter((name) => name.endsWith('.js'));
  const text = (name: string): string => readFileSync(join(assets, name), 'utf8');
  const needed = new Set<string>();
  const need = (name: string): void => {
    if (needed.has(name) || !names.includes(name)) return;
    needed.add(name);
    // `import "./x.js"` and `… from "./x.js"`, but not `import("./x.js")`, which waits until it is asked.
    for (const [, other = ''] of text(name).matchAll(/\b(?:import|from)\s*["']\.\/([^"']+\.js)["']/g)) need(other);
  };
  for (const [, name = ''] of readFileSync(join(folder, 'index.html'), 'utf8').matchAll(/(?:src|href)="\.\/assets\/([^"]+\.js)"/g)) need(name);
  const whenOf = (name: string): Chunk['when'] => (needed.has(name) ? 'first' : name.startsWith('entry-') ? 'engine' : 'later');
  return names
    .map((name): Chunk => ({ name, raw: Buffer.byteLength(text(name)), gzip: gzipSync(text(name), { level: 9 }).length, when: whenOf(name) }))
    .sort((a, b) => ['first', 'engine', 'later'].indexOf(a.when) - ['first', 'engine', 'later'].indexOf(b.when) || b.gzip - a.gzip);
}

async function measure(replicas: number): Promise<Cost> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });
  const page = await context.newPage();
  const tasks = new Map<string, readonly Task[]>();
  const frames = new Map<string, number>();
  // What runs this file names functions by a helper that the page does not have.
  await page.addInitScript('globalThis.__name = (f) => f');
  /** Does something and keeps what it cost. */
  const spell = async (what: string, act: () => Promise<void>): Promise<void> => {
    await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] });
    await act();
    tasks.set(what, tasksOf(await browser.stopTracing()));
  };
  /** The same, counting frames. */
  const moving = (what: string, act: () => Promise<void>): Promise<void> => spell(what, async () => {
    await page.evaluate(() => {
      const w = window as unknown as { frames: number; counting: boolean };
      w.frames = 0;
      w.counting = true;
      const count = (): void => {
        w.frames++;
        if (w.counting) requestAnimationFrame(count);
      };
      requestAnimationFrame(count);
    });
    const began = performance.now();
    await act();
    const seconds = (performance.now() - began) / 1000;
    frames.set(what, await page.evaluate(() => {
      const w = window as unknown as { frames: number; counting: boolean };
      w.counting = false;
      return w.frames;
    }) / seconds);
  });

  await spell(LOADING, async () => {
    await page.goto(`http://127.0.0.1:${port}/`);
    await idle(page);
  });
  await page.locator('.xterm-helper-textarea').focus();
  await page.keyboard.type(`kubectl create deployment nginx --image=nginx:1.29 --replicas=${replicas}`);
  let packet = NaN;
  await spell('simulating', async () => {
    packet = await firstPacket(page);
    await idle(page);
  });
  const map = await boxOf(page, 'section#map');
  const chart = await boxOf(page, '.timeline-canvas');
  await page.locator('section#map').focus();
  await moving('playing', () => wait());
  await page.keyboard.press('k');
  await page.keyboard.press('End');
  await moving('panning', async () => {
    const end = performance.now() + SPELL;
    await page.mouse.move(map.x + map.width / 2, map.y + map.height - 30);
    await page.mouse.down();
    for (let i = 0; performance.now() < end; i++) await page.mouse.move(map.x + map.width / 2 + 120 * Math.sin(i / 9), map.y + map.height - 90 + 50 * Math.cos(i / 7));
    await page.mouse.up();
  });
  await moving('zooming', async () => {
    const end = performance.now() + SPELL;
    await page.mouse.move(map.x + map.width * 0.8, map.y + map.height / 2);
    for (let i = 0; performance.now() < end; i++) await page.mouse.wheel(0, Math.floor(i / 25) % 2 === 0 ? -60 : 60);
  });
  await moving('timeline', async () => {
    const end = performance.now() + SPELL;
    await page.mouse.move(chart.x + chart.width * 0.3, chart.y + chart.height / 2);
    for (let i = 0; performance.now() < end; i++) await page.mouse.wheel(0, Math.floor(i / 25) % 2 === 0 ? -60 : 60);
  });
  await context.close();
  return { packet, tasks, frames };

  function wait(): Promise<void> {
    return page.waitForTimeout(SPELL);
  }
}

/** The longest tasks of the page's main thread in a trace: of the renderer's, the one that ran scripts of this server. */
function tasksOf(trace: Buffer): readonly Task[] {
  interface TraceEvent {
    readonly name: string;
    readonly pid: number;
    readonly tid: number;
    readonly dur?: number;
    readonly tdur?: number;
    readonly args?: { readonly name?: string; readonly data?: { readonly url?: string } };
  }
  const { traceEvents: events } = JSON.parse(trace.toString()) as { readonly traceEvents: readonly TraceEvent[] };
  const mains = new Set(events.flatMap((e) => (e.name === 'thread_name' && e.args?.name === 'CrRendererMain' ? [`${e.pid} ${e.tid}`] : [])));
  const ours = events.find((e) => mains.has(`${e.pid} ${e.tid}`) && e.args?.data?.url?.includes(`127.0.0.1:${port}/`) === true);
  return events
    .filter((e) => e.pid === ours?.pid && e.tid === ours.tid && e.name.endsWith('RunTask') && e.dur !== undefined)
    .map(({ dur = 0, tdur = 0 }) => ({ wall: dur / 1000, cpu: tdur / 1000 }))
    .sort((a, b) => b.cpu - a.cpu);
}

/** Presses Enter; ms until a packet stands elsewhere than in the picture before. */
async function firstPacket(page: Page): Promise<number> {
  await page.evaluate(() => Object.assign(window, { firstPacket: new Promise<number>((resolve) => {
    addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return;
      const began = performance.now();
      const before = new Map<string, string>();
      const look = (): void => {
        for (const packet of document.querySelectorAll<SVGElement>('.packet')) {
          const at = packet.getAttribute('transform') ?? packet.style.transform;
          const was = before.get(packet.dataset['row'] ?? '');
          if (was !== undefined && was !== at) {
            resolve(performance.now() - began);
            return;
          }
          before.set(packet.dataset['row'] ?? '', at);
        }
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    }, { capture: true, once: true });
  }) }));
  await page.keyboard.press('Enter');
  return page.evaluate(() => (window as unknown as { readonly firstPacket: Promise<number> }).firstPacket);
}

async function idle(page: Page): Promise<void> {
  await page.locator('[data-phase="ready"]').waitFor({ timeout: 300_000 });
}

async function boxOf(page: Page, selector: string): Promise<{ readonly x: number; readonly y: number; readonly width: number; readonly height: number }> {
  const box = await page.locator(selector).boundingBox();
  if (box === null) throw new Error(`${selector} is not on the page`);
  return box;
}
