import type { MainsSide, SideDoubt } from '#domain/gate/confirmation/mains-side.ts';
import { listed } from '#domain/words.ts';

/** Why fresh trials of main don't take a red back, a sentence part. */
export function sideWords({ why }: Extract<MainsSide, { apart: false }>): string {
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
    case 'program_restarted':
      return `it restarted programs that had been stopped: ${doubt.program}`;
    case 'machine_changed':
      return doubt.what;
    case 'programs_unseen':
      return 'whether the change left programs running can only be checked on Linux with prlimit; run there, or confirm in a separate job';
    case 'file_written':
      return `${JSON.stringify(doubt.path)} of main's commit was written while its trials ran`;
    case 'not_repeated':
      return `it was not repeated: ${doubt.reason}`;
  }
}

const MOST_SHOWN = 3;
