import { listed } from '#common/words.ts';
import type { SideDoubt } from '#gate/baseline/results/side-doubt.ts';

/** Why fresh trials of main don't take a red back, a sentence part. */
export function sideWords(why: readonly SideDoubt[]): string {
  return `main's side could not be kept apart: ${listed(why.map(doubtWords), MOST_SHOWN, '; ')}`;
}

/** One doubt, a sentence part. */
function doubtWords(doubt: SideDoubt): string {
  switch (doubt.kind) {
    case 'checks_edited':
      return `the change edits the checks of ${listed(doubt.cases, MOST_SHOWN)}, and they don't judge main`;
    case 'setup_edited':
      return 'the change edits agent.setup';
    case 'environment_edited':
      return 'the change edits agent.env';
    case 'program_left':
      return `the change may have left ${doubt.program}`;
    case 'machine_changed':
      return doubt.what;
    case 'programs_unseen':
      return 'whether the change left programs running can only be checked on Linux with prlimit; run there, or try again in a job of its own (confirm: job)';
    case 'file_written':
      return `${JSON.stringify(doubt.path)} of main's commit was written while its trials ran`;
  }
}

const MOST_SHOWN = 3;
