/** All that the page knows: the scenario, its last run and what was made of it. Views subscribe to changes. */

import { loadShipped, paths, quickstart, type Shipped } from 'made:shipped';
import { threadEntry } from 'made:worker';
import type { ComparisonShown, Exposed, Problem, Progress, Ran, ReportShown, Stage } from '../shapes.ts';
import { Text, withChanges } from './edit.ts';
import { fragmentOf, type Link, type View } from './link.ts';
import { type Own, readOwn } from './own.ts';
import { Refused, Stopped, Workshop } from './worker.ts';

/** How long a run may take before it ends as stopped; whoever wants more asks for it. */
export const MOST_MS = 60_000;
/** After a control has come to rest. */
const LIVE_MS = 250;

export const FIRST = 'quickstart';

export interface State {
  /** Which of the shipped scenarios it is or began as; undefined for the user's own. */
  readonly scenario: string | undefined;
  readonly text: string;
  readonly view: View;
  readonly own: Own | undefined;
  readonly running: boolean;
  readonly progress?: Progress | undefined;
  readonly problems: readonly Problem[];
  readonly ran?: Ran | undefined;
  readonly stage?: Stage | undefined;
  readonly report?: ReportShown | undefined;
  readonly exposed?: Exposed | undefined;
  readonly comparison?: ComparisonShown | undefined;
  /** The hash that the link promised, until something is changed. */
  readonly promised?: string | undefined;
  /** Data files that the link's run needs and that only its author has. */
  readonly missing: readonly { readonly name: string; readonly digest: string }[];
  readonly said: string;
}

const NOTHING = {
  progress: undefined,
  ran: undefined,
  stage: undefined,
  report: undefined,
  exposed: undefined,
  comparison: undefined,
} as const;

export class Session {
  readonly #workshop = new Workshop();
  readonly #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #turn = 0;
  #mostMs = MOST_MS;
  state: State = {
    scenario: FIRST,
    text: quickstart.text,
    view: 'break',
    own: undefined,
    running: false,
    problems: [],
    missing: [],
    said: '',
  };

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #set(change: Partial<State>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.#listeners) listener();
  }

  say(said: string): void {
    this.#set({ said });
  }

  show(view: View): void {
    this.#set({ view });
  }

  /** Opens what a link points to, and runs it. */
  async open({ scenario, text, set, view = 'break', hash, data = [] }: Link): Promise<void> {
    const known = scenario === undefined || paths.includes(scenario);
    if (!known && text === undefined) {
      const message = `The link names the scenario ${scenario}, which this version does not have.`;
      this.#set({ problems: [{ kind: 'input', message }] });
      return;
    }
    if (scenario !== FIRST) await loadTexts();
    const whole = withChanges(text ?? textOf(scenario ?? FIRST), set);
    const missing = data.filter(({ digest }) => this.state.own?.digest !== digest);
    this.#set({ scenario: known ? scenario : undefined, text: whole, view, promised: hash, missing });
    if (missing.length === 0) await this.run();
  }

  async pick(path: string): Promise<void> {
    if (path !== FIRST) await loadTexts();
    this.#set({ scenario: path, text: textOf(path), promised: undefined, missing: [] });
    await this.run();
  }

  /** Replaces the text, and runs it soon if it was a control that did. */
  edit(text: string, { live }: { readonly live: boolean }): void {
    if (text === this.state.text) return;
    this.#set({ text, promised: undefined });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void (live ? this.run() : this.#check()), LIVE_MS);
  }

  async #check(): Promise<void> {
    if (this.state.running) return;
    const { text } = this.state;
    const problems = await this.#problemsIn(() => this.#workshop.do('check', this.#sources()));
    if (text === this.state.text) this.#set({ problems });
  }

  async #problemsIn(work: () => Promise<unknown>): Promise<readonly Problem[]> {
    try {
      await work();
      return [];
    } catch (error) {
      if (error instanceof Stopped) return [];
      if (error instanceof Refused) return error.problems;
      throw error;
    }
  }

  #sources() {
    const { scenario, text, own } = this.state;
    const files = texts[scenario ?? '']?.files ?? {};
    const encoder = new TextEncoder();
    const bytes = Object.entries(files).map(([name, content]) => [name, encoder.encode(content)] as const);
    return { text, files: { ...Object.fromEntries(bytes), ...(own && { [own.name]: own.bytes }) } };
  }

  /** Runs the scenario, then shows it, then tells what coalitions learn: each as soon as it is there. */
  async run(mostMs = MOST_MS): Promise<void> {
    clearTimeout(this.#timer);
    this.#mostMs = mostMs;
    const turn = ++this.#turn;
    const isOld = (): boolean => turn !== this.#turn;
    // What was shown stays until there is something newer.
    this.#set({ running: true, progress: undefined, problems: [], said: '' });
    await this.#workshop.stop();
    if (isOld()) return;
    const problems = await this.#problemsIn(async () => {
      const input = { ...this.#sources(), mostMs, threadEntry };
      const ran = await this.#workshop.do('run', input, (progress) => !isOld() && this.#set({ progress }));
      if (isOld()) return;
      if (ran.kind === 'stopped') return this.#set({ ...NOTHING, running: false, ran });
      this.#set({ running: false, progress: undefined, ran, comparison: undefined });
      const stage = await this.#workshop.do('stage', undefined);
      if (isOld()) return;
      this.#set({ stage, exposed: undefined });
      const report = await this.#workshop.do('report', undefined);
      if (isOld()) return;
      this.#set({ report });
      const written = new Text(this.state.text);
      const named = written.coalition;
      // Coalitions that nobody asked about are in the report.
      const members =
        named.length > 0 || written.get('collusion') === undefined ? named : (report.worst ?? []);
      if (members.length === 0) return;
      const exposed = await this.#workshop.do('exposed', members);
      if (!isOld()) this.#set({ exposed });
    });
    if (isOld()) return;
    const isDone = this.state.ran !== undefined && !this.state.running;
    this.#set({ running: false, problems, ...(problems.length > 0 && !isDone && NOTHING) });
  }

  get mostMs(): number {
    return this.#mostMs;
  }

  async cancel(): Promise<void> {
    const reached = this.state.progress?.text ?? 'before the first round';
    const turn = this.#turn;
    await this.#workshop.stop();
    // The worker may have been ended with its answer.
    if (turn === this.#turn && this.state.running)
      this.#set({ ...NOTHING, running: false, ran: { kind: 'stopped', why: 'asked', reached } });
  }

  contents(id: number) {
    return this.#workshop.do('contents', id);
  }

  /** Reads the user's table: the bytes stay in this page. */
  async take(file: File, columns: Own['columns'] = {}): Promise<void> {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const problems = await this.#problemsIn(async () => {
      await this.#workshop.stop();
      const read = await this.#workshop.do('table', { name: file.name, bytes, ...columns });
      const own = readOwn(file, bytes, columns, read);
      const wanted = this.state.missing.find(({ digest }) => digest === own.digest);
      if (wanted !== undefined) {
        this.#set({ own: { ...own, name: wanted.name }, missing: [], problems: [] });
        return void this.run();
      }
      this.#set({
        own,
        scenario: undefined,
        text: read.text,
        promised: undefined,
        missing: [],
        problems: [],
      });
      await this.run();
    });
    if (problems.length > 0) this.#set({ problems });
  }

  async compare(): Promise<void> {
    const turn = ++this.#turn;
    this.#set({ running: true, progress: undefined, problems: [] });
    await this.#workshop.stop();
    const problems = await this.#problemsIn(async () => {
      const told = (progress: Progress): void => {
        if (turn === this.#turn) this.#set({ progress });
      };
      const comparison = await this.#workshop.do('compare', this.#sources(), told);
      if (turn === this.#turn) this.#set({ comparison });
    });
    if (turn === this.#turn) this.#set({ running: false, progress: undefined, problems });
  }

  /** A link to this run. */
  get link(): string {
    const { scenario, text, view, ran, own } = this.state;
    const isChanged = scenario === undefined || text !== textOf(scenario);
    const uses = own !== undefined && text.includes(own.name);
    return fragmentOf({
      ...(scenario !== undefined && { scenario }),
      ...(isChanged && { text }),
      view,
      ...(ran?.kind === 'ran' && { hash: ran.hash }),
      ...(uses && { data: [{ name: own.name, digest: own.digest }] }),
    });
  }
}

/** What is loaded of the scenarios that come with Cahoots: the first run needs one. */
let texts: Readonly<Record<string, Shipped>> = { [FIRST]: quickstart };

async function loadTexts(): Promise<void> {
  texts = await loadShipped();
}

/** The text of a scenario that has been opened. */
export function textOf(path: string): string {
  return texts[path]?.text ?? '';
}
