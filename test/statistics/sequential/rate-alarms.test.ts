import { expect, it } from 'vitest';
import { seededRandom } from '#statistics/seeded-random.ts';
import { rateEvidence } from '#statistics/sequential/rate-evidence.ts';

it('at the promised rate at most one repository in twenty ever sees 20 in 1,000 comparisons; at three times the rate all do', () => {
  expect(alarms(0.05, 150).share).toBeLessThanOrEqual(0.05);
  const broken = alarms(0.15, 150);
  expect(broken.share).toBe(1);
  expect(broken.median).toBeGreaterThan(30);
  expect(broken.median).toBeLessThan(90);
});

function alarms(rate: number, repositories: number): { readonly share: number; readonly median: number } {
  const random = seededRandom(7);
  const seen: number[] = [];
  for (let repository = 0; repository < repositories; repository += 1) {
    let events = 0;
    for (let trials = 1; trials <= 1000; trials += 1) {
      if (random() < rate) events += 1;
      if (rateEvidence(events, trials, 0.05) < 20) continue;
      seen.push(trials);
      break;
    }
  }
  seen.sort((left, right) => left - right);
  return { share: seen.length / repositories, median: seen[seen.length >> 1] ?? Number.NaN };
}
