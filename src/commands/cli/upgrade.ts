import { UPGRADE_FILE, upgradeWorkspace } from '#commands/compose/comparing/upgrade-workspace.ts';
import { RUN, type UpgradeOptions } from '#commands/options/flags.ts';
import { defaultsOf } from '#commands/options/option.ts';
import type { UpgradeFile } from '#gate/upgrade/upgrade-file.ts';
import { EXIT } from '#report/exit-code.ts';
import { shownUpgrade } from '#report/model-comparison/upgrade-words.ts';
import { chosenRuns } from './common/chosen-baseline.ts';
import { say } from './common/say.ts';
import { untilStopped } from './common/until-stopped.ts';
import { runTogetherHere } from './compare-agents.ts';
import { openUpgrade } from './open-upgrade.ts';

/** What `agent-eval upgrade` does. */
export async function upgradeModels(options: UpgradeOptions): Promise<void> {
  const { open, repo, to, agent, margin, baseline, ...settings } = options;
  if (open !== null) return untilStopped((signal) => openUpgrade(open, repo, signal));
  const known =
    to.length === 0
      ? { problem: '--to: name the models to try, or --open the folder of an upgrade' }
      : await chosenRuns(baseline);
  if ('problem' in known) {
    say(`agent-eval: ${known.problem}`);
    process.exitCode = EXIT.usage;
    return;
  }
  return runTogetherHere(
    { ...defaultsOf(RUN), ...settings, replay: 'off' },
    {
      play: (request) => upgradeWorkspace(request, { to, agent, margin, known: known.runs }),
      shown: shownUpgrade,
      file: UPGRADE_FILE,
      each: 'model',
      code: codeOf,
    },
  );
}

/** 0: a candidate is shown. Else 4 if none could run, 3 if more evidence could show one, 1 if not. */
function codeOf({ candidates }: UpgradeFile): number {
  const kinds = new Set(candidates.map(({ standing }) => standing.kind));
  if (kinds.has('shown')) return EXIT.pass;
  if (kinds.has('open')) return EXIT.inconclusive;
  return kinds.size === 1 && kinds.has('failed') ? EXIT.error : EXIT.fail;
}
