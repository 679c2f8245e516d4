import { listed, plural, pValue, wholePercent } from '#common/words.ts';
import type { Fact } from '#gate/behaviour/facts.ts';
import type { ReasonOf } from '#gate/decision/terms/decision.ts';
import { whyNot } from './again-words.ts';
import { type ReasonWords, undecided } from './words.ts';

const MOST_NAMED = 5;

type Changed = ReasonOf<'behaviour_changed'>;

/** What the change calls otherwise than main, case by case and over the suite. */
export function behaviourChanged({ facts, outcome }: Changed, main: string): ReasonWords {
  const { p, cases, suite, is_fresh: isFresh, is_early: isEarly, untried } = facts;
  const differences = [...cases.map((item) => ofCase(item, main)), ...suite.map((item) => ofSuite(item, main))];
  const [first = ''] = differences;
  const basis = isFresh ? [', in fresh trials of both sides'] : isEarly ? ['; a hint, as the run ended early'] : [];
  const why = untried === null ? [] : [`; it was not tried again: ${whyNot(untried)}`];
  const ending = [...basis, ...why].join('');
  const plain = `behaves otherwise: ${listed(differences, MOST_NAMED, '; ')}${ending}`;
  const words = { headline: `behaves otherwise: ${first}`, message: `${plain} (${pValue(p)})`, plain, evidence: plain };
  return outcome === 'inconclusive' ? undecided(words) : words;
}

/** That nothing differs, or why that is unknown. */
export function behaviourSame({ facts }: ReasonOf<'behaviour_same'>, main: string): string {
  switch (facts.kind) {
    case 'same': {
      const { too_few: few } = facts;
      const blind = few === null ? '' : `; with ${plural(few, 'trial')} of ${main} no single case could have shown one`;
      return `no change of behaviour was seen${blind}`;
    }
    case 'held':
      return `behaviour looked changed, but not in fresh trials of both sides`;
    case 'not_reported':
      return 'there is no behaviour to compare: the agent does not report its tool calls';
    case 'not_on_main':
      return `there is no behaviour to compare yet: ${main}'s runs do not have their tool calls yet; its next run will`;
  }
}

/** `refund-12: issue_refund was called in 25 of 25 trials on main and in none of 3 here`. */
function ofCase({ id, fact, here, of_here, main: there, of_main }: Changed['facts']['cases'][number], main: string) {
  const onMain = `in ${count(there)} of ${plural(of_main, 'trial')} on ${main}`;
  return `${id}: ${factWords(fact)} ${onMain} and in ${count(here)} of ${of_here} here`;
}

/** `check_stock was called in 31 % of trials here, 4 % on main, over 41 cases`. */
function ofSuite(
  { fact, here, of_here, main: there, of_main, cases }: Changed['facts']['suite'][number],
  main: string,
) {
  const [now, before] = [wholePercent(here / of_here), wholePercent(there / of_main)];
  return `${factWords(fact)} in ${now} of trials here, ${before} on ${main}, over ${plural(cases, 'case')}`;
}

function factWords(fact: Fact): string {
  if (fact.kind === 'none') return 'no tool was called';
  return `${fact.tool} was called${fact.kind === 'before' ? ` before ${fact.other}` : HOW[fact.kind]}`;
}

const HOW = { used: '', twice: ' more than once', arguments: ' with the same arguments' };

function count(trials: number): string {
  return trials === 0 ? 'none' : String(trials);
}
