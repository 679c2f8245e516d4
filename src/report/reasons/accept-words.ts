import { cutEnd } from '#common/cut.ts';
import { listed, points, relativeAmount, shortSha } from '#common/words.ts';
import type { AcceptFacts } from '#gate/decision/facts/test-facts.ts';
import type { AcceptDecision } from '#gate/decision/terms/accept-decision.ts';
import type { ReasonOf } from '#gate/decision/terms/decision.ts';
import { METRIC_WORDS } from '#gate/decision/terms/metrics.ts';
import { alone, type ReasonWords } from './words.ts';

const MOST_OF_A_REASON = 100;
const MOST_NAMED = 8;

/** Whether the headline has the whole reason of what is accepted. */
export function headlineHasReason({ accepts: [first] }: ReasonOf<'accepted'>['facts']): boolean {
  return first !== undefined && first.accept.reason.length <= MOST_OF_A_REASON;
}

/** What is accepted, by whose reason. */
export function accepted({ facts }: ReasonOf<'accepted'>, main: string): ReasonWords {
  const [first] = facts.accepts;
  if (first === undefined) return alone('nothing is accepted');
  const { source, reason, until } = first.accept;
  // Sentences of a title are separated by semicolons.
  const why = reason.replaceAll(';', ',');
  const worse = facts.accepts.map((accept) => whatGotWorse(accept, main));
  const kind = source === 'accept' ? 'accepted' : 'in quarantine';
  const evidence = `${listed(worse, MOST_NAMED, '; ')}; until ${until}`;
  return {
    headline: `${kind}: ${cutEnd(why, MOST_OF_A_REASON)}`,
    message: `${kind}: ${why} (${evidence})`,
    evidence,
  };
}

/** What got worse, and by how much. */
function whatGotWorse({ accept, compared, change }: AcceptFacts, main: string): string {
  if (compared !== null) {
    const { id, here } = compared;
    return `case ${id} passed ${compared.main.passed}/${compared.main.scored} on ${main} and ${here.passed}/${here.scored} here`;
  }
  if (accept.case !== null) return `case ${accept.case} leaves the suite`;
  const upTo = accept.up_to === null ? '' : `, up to ${amount(accept, accept.up_to)} is accepted`;
  return change === null ? subjectWords(accept) : `${subjectWords(accept)} ${moved(accept, change)}${upTo}`;
}

/** Why an accept or an entry of the quarantine does nothing. */
export function acceptWithoutEffect({ facts }: ReasonOf<'accept_without_effect'>, main: string): string {
  const { accept, is_worse: isWorse, change } = facts;
  const { source, state, until } = accept;
  const what = subjectWords(accept);
  const which = source === 'accept' ? `the accept of ${what}` : `the quarantine of ${what}`;
  switch (state) {
    case 'beyond':
      return `${what} ${moved(accept, change ?? 0)}, and only ${amount(accept, accept.up_to ?? 0)} is accepted`;
    case 'expired':
      return `${which} expired on ${until}${isWorse ? ', so its failure counts again' : ' and names nothing red; remove it'}`;
    case 'never_fail':
      return `${which} is ignored: ${what} must never fail, and no failure of it can be accepted`;
    case 'off':
      return `${which} has no effect: ${main}'s policy allows no accepts (gate.accepts: false)`;
    case 'on_main': {
      const words = `${main} already has what it names${facts.main_sha === null ? '' : ` (${shortSha(facts.main_sha)})`}`;
      return isWorse
        ? `${which} is used up: ${words}, and it got worse again; write a new reason or day to accept that`
        : `${which} has no further effect: ${words}; remove it`;
    }
    case 'unknown':
      if (accept.case === null) return `${which} is ignored: no test of this run measures it; correct it or remove it`;
      return `${which} is ignored: no case here has this id; ${facts.nearest === null ? 'correct it or remove it' : `did you mean ${facts.nearest}?`}`;
    case 'not_red':
    case 'accepted':
      return `${which} is ignored: it names nothing red; remove it`;
  }
}

function subjectWords({ case: id, metric, tag }: AcceptDecision): string {
  if (id !== null) return `case ${id}`;
  const words = Object.entries(METRIC_WORDS).find(([name]) => name === metric)?.[1] ?? metric ?? '';
  return tag === null ? words : `${words} of tag ${tag}`;
}

function isRate({ metric }: AcceptDecision): boolean {
  return metric === 'pass_rate' || metric === 'tool_recall';
}

function amount(accept: AcceptDecision, share: number): string {
  return isRate(accept) ? points(share) : relativeAmount(share);
}

function moved(accept: AcceptDecision, change: number): string {
  return `${isRate(accept) ? 'fell' : 'rose'} by ${amount(accept, change)}`;
}
