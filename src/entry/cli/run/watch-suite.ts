import { listenToKeys } from '#adapters/terminal/keys.ts';
import { lookOf } from '#adapters/terminal/look.ts';
import { painter } from '#domain/report/colour.ts';
import { EXIT } from '#domain/report/exit-code.ts';
import type { Case } from '#domain/suite/case.ts';
import { bothTouched, type Touched, touchedCases } from '#domain/suite/selection/touched-cases.ts';
import { plural } from '#domain/words.ts';
import { evaluateWorkspace } from '#entry/compose/evaluate-workspace.ts';
import type { WorkspaceRequest } from '#entry/compose/workspace-request.ts';
import type { RunOptions } from '#entry/options/flags.ts';
import type { ChosenBaseline } from '../chosen-baseline.ts';
import { say } from '../say.ts';
import { createChanges } from './changes.ts';
import { knownCases } from './known-cases.ts';
import { createOrders, type Order } from './orders.ts';
import { printResult, type RunPlace, requestOf } from './run-once.ts';

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
  const chosen = await choose(options, await requestOf(options, place));
  if ('problem' in chosen) {
    say(`agent-eval: ${chosen.problem}`);
    return stopped() ?? EXIT.usage;
  }
  const orders = createOrders(place.signal);
  let cases = (await knownCases(place.cwd, options)) ?? [];
  const changes = await createChanges(options, place, (paths) => orders.changed(paths));
  const keys = listenToKeys(process.stdin, (key) => orders.pressed(key));
  const failed = new Set<string>();
  let code: number = EXIT.pass;
  try {
    let order: Order = { kind: 'run', what: 'all', why: 'first run' };
    while (order.kind === 'run') {
      const known = await knownCases(place.cwd, options);
      if (known === null) code = EXIT.usage;
      const changed = orders.takeChanged();
      const asked = order.what === 'failed' ? [...failed] : order.what;
      const what =
        changed.length === 0 || known === null ? asked : bothTouched(asked, touchedCases(changed, cases, known));
      cases = known ?? cases;
      const selected = known === null ? [] : idsOf(what, known);
      if (known !== null && selected.length === 0) say(`${order.why}: no case is touched`);
      let ended = false;
      if (selected.length > 0) {
        heading(`${order.why} · ${plural(selected.length, 'case')}`);
        const round = await runRound(
          { ...options, ...(what === 'all' ? {} : { cases: selected, tags: [] }) },
          { ...place, signal: AbortSignal.any([place.signal, orders.begin()]) },
          chosen,
          changes,
        );
        ended = orders.wasOvertaken();
        orders.end();
        if (!ended) code = printResult(round, options, place, stopped());
        if (round.kind === 'evaluated')
          for (const { id, candidate } of ended ? [] : round.evaluation.report.cases) {
            if (candidate !== null && candidate.passed === candidate.scored && candidate.errors === 0)
              failed.delete(id);
            else if (candidate !== null) failed.add(id);
          }
      }
      if (place.signal.aborted) break;
      if (!ended) hint(keys !== null, failed.size);
      order = await orders.next(ended ? what : [], failed.size);
    }
  } finally {
    keys?.close();
    await changes.close();
  }
  return stopped() ?? code;
}

async function runRound(
  options: RunOptions,
  place: RunPlace,
  chosen: ChosenBaseline,
  changes: { running(now: boolean): void },
): ReturnType<typeof evaluateWorkspace> {
  const request = await requestOf(options, place);
  changes.running(true);
  try {
    return await evaluateWorkspace({ ...request, baselines: chosen.store, resume: false });
  } finally {
    changes.running(false);
  }
}

function idsOf(what: Touched, known: readonly Pick<Case, 'id'>[]): readonly string[] {
  const all = known.map(({ id }) => id);
  return what === 'all' ? all : all.filter((id) => what.includes(id));
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
