import type { Case } from '#cases/suite/case.ts';
import { bothTouched, type Touched, touchedCases } from '#cases/suite/selection/touched-cases.ts';
import { evaluateWorkspace } from '#commands/compose/evaluate-workspace.ts';
import type { WorkspaceRequest, WorkspaceResult } from '#commands/compose/workspace-request.ts';
import type { RunOptions } from '#commands/options/flags.ts';
import { listenToKeys } from '#commands/terminal/keys.ts';
import { lookOf } from '#commands/terminal/look.ts';
import { type PageServer, servePage } from '#commands/terminal/page-server.ts';
import { plural } from '#common/words.ts';
import { painter } from '#report/colour.ts';
import { EXIT } from '#report/exit-code.ts';
import type { ChosenBaseline } from '../common/chosen-baseline.ts';
import { say } from '../common/say.ts';
import { createChanges } from './changes.ts';
import { knownCases } from './known-cases.ts';
import { createOrders, type Order } from './orders.ts';
import { printResult, type RunPlace, requestOf } from './run-once.ts';
import { openReport, writeReport } from './run-report.ts';

/** Chooses what all runs are compared with. */
type ChooseBaseline = (
  options: RunOptions,
  request: WorkspaceRequest,
) => Promise<ChosenBaseline | { readonly problem: string }>;

/**
 * Runs the suite, and again what a saved file touches, until somebody quits. A run that a change overtakes is ended, and its cases run
 * again with the new ones.
 *
 * @returns the exit code: of the signal that ended it, else of the last run
 */
export async function watchSuite(
  options: RunOptions,
  place: RunPlace,
  stopped: () => number | null,
  choose: ChooseBaseline,
): Promise<number> {
  const first = await knownCases(place.cwd, options);
  const baseline = first?.refusal ? { problem: first.refusal } : await choose(options, await requestOf(options, place));
  if ('problem' in baseline) {
    say(`agent-eval: ${baseline.problem}`);
    return stopped() ?? EXIT.usage;
  }
  const orders = createOrders(place.signal);
  let cases = first?.cases ?? [];
  const changes = await createChanges(options, place, (paths) => orders.changed(paths));
  const keys = listenToKeys(process.stdin, (key) => orders.pressed(key));
  const failed = new Set<string>();
  let page: PageServer | null = null;
  let code: number = EXIT.pass;
  try {
    let order: Order = { kind: 'run', what: 'all', why: 'first run' };
    while (order.kind === 'run') {
      const known = await knownCases(place.cwd, options);
      const changed = orders.takeChanged();
      const selection = order.what === 'failed' ? [...failed] : order.what;
      // What can't be loaded now is run, whole, once it can.
      const what =
        known === null ? 'all' : bothTouched(selection, touchedCases(changed, cases, known.cases, known.reach));
      cases = known?.cases ?? cases;
      const selected = known === null ? [] : idsOf(what, known.cases);
      let isOpen = known === null;
      if (known === null) code = EXIT.usage;
      else if (selected.length === 0) say(`${order.why}: no case is touched`);
      else {
        heading(`${order.why} · ${plural(selected.length, 'case')}`);
        const result = await runRound(
          { ...options, ...(what === 'all' ? {} : { cases: selected, tags: [] }) },
          { ...place, signal: AbortSignal.any([place.signal, orders.begin()]) },
          baseline,
          changes,
        );
        isOpen = orders.wasOvertaken();
        orders.end();
        if (!isOpen) {
          code = printResult(result, options, place, stopped());
          noteFailures(result, failed);
          const report = await writeReport(result, place, { baselines: baseline.store, quiet: options.quiet });
          if (report !== null && options.open) page = await showPage(report, page);
        }
      }
      if (place.signal.aborted) break;
      if (!isOpen || known === null) hint(keys !== null, failed.size);
      order = await orders.next(isOpen ? what : [], failed.size);
    }
  } finally {
    keys?.close();
    await page?.close();
    await changes.close();
  }
  return stopped() ?? code;
}

async function runRound(
  options: RunOptions,
  place: RunPlace,
  baseline: ChosenBaseline,
  changes: { running(now: boolean): void },
): Promise<WorkspaceResult> {
  const request = await requestOf(options, place);
  changes.running(true);
  try {
    return await evaluateWorkspace({
      ...request,
      comparison: { ...request.comparison, baselines: baseline.store },
      storage: { ...request.storage, resume: false },
    });
  } finally {
    changes.running(false);
  }
}

/** Opens the page after the first run, and refreshes it after every other. */
async function showPage(report: string, page: PageServer | null): Promise<PageServer> {
  if (page !== null) {
    page.changed();
    return page;
  }
  const opened = await servePage(report);
  say(`Page, while this runs: ${opened.url}`);
  await openReport(opened.url);
  return opened;
}

/** Keeps the ids of the cases that did not pass when they ran last. */
function noteFailures(result: WorkspaceResult, failed: Set<string>): void {
  if (result.kind !== 'evaluated') return;
  for (const { id, candidate } of result.evaluation.report.cases) {
    if (candidate === null) continue;
    if (candidate.passed === candidate.scored && candidate.errors === 0) failed.delete(id);
    else failed.add(id);
  }
}

function idsOf(touched: Touched, known: readonly Pick<Case, 'id'>[]): readonly string[] {
  const all = known.map(({ id }) => id);
  return touched === 'all' ? all : all.filter((id) => touched.includes(id));
}

function heading(text: string): void {
  const paint = painter(lookOf(process.stderr));
  say('');
  process.stderr.write(`${paint(`── ${new Date().toTimeString().slice(0, 8)} ·`, 'dim')} ${paint(text, 'bold')}\n`);
}

function hint(hasKeys: boolean, failed: number): void {
  const paint = painter(lookOf(process.stderr));
  const keys = `Enter: run all again${failed === 0 ? '' : ` · f: the ${plural(failed, 'case')} that did not pass`} · q: quit`;
  process.stderr.write(`\n${paint(`Watching for changes. ${hasKeys ? keys : 'Ctrl-C ends.'}`, 'dim')}\n`);
}
