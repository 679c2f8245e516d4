import { expect, it } from 'vitest';
import { seededRandom } from '#domain/statistics/seeded-random.ts';
import { rateEvidence } from '#domain/statistics/sequential/rate-evidence.ts';

it('is a fair game while the promise holds: on average the next trial changes nothing', () => {
  for (const promised of [0.01, 0.05, 0.3]) {
    for (let trials = 0; trials < 40; trials += 1) {
      for (let events = 0; events <= trials; events += 1) {
        const now = rateEvidence(events, trials, promised);
        const red = rateEvidence(events + 1, trials + 1, promised);
        const green = rateEvidence(events, trials + 1, promised);
        expect((promised * red + (1 - promised) * green) / now).toBeCloseTo(1, 9);
        expect(red).toBeGreaterThan(green);
      }
    }
  }
});

it('starts at 1, and has the value of a numeric integral', () => {
  expect(rateEvidence(0, 0, 0.05)).toBeCloseTo(1, 12);
  expect(rateEvidence(9, 60, 0.05)).toBeCloseTo(byIntegral(9, 60, 0.05), 4);
  expect(rateEvidence(2, 112, 0.05)).toBeCloseTo(byIntegral(2, 112, 0.05), 4);
});

it('at the promised rate at most one repository in twenty ever sees 20 in 1,000 comparisons; at three times the rate all do', () => {
  expect(alarms(0.05, 400).share).toBeLessThanOrEqual(0.05);
  const broken = alarms(0.15, 400);
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
  seen.sort((one, other) => one - other);
  return { share: seen.length / repositories, median: seen[seen.length >> 1] ?? Number.NaN };
}

/** With θ = sin²(u), the prior is flat in u. */
function byIntegral(events: number, trials: number, promised: number): number {
  const from = Math.asin(Math.sqrt(promised));
  const steps = 20_000;
  let sum = 0;
  for (let step = 0; step < steps; step += 1) {
    const theta = Math.sin(from + ((Math.PI / 2 - from) * (step + 0.5)) / steps) ** 2;
    const ratio = events * Math.log(theta / promised) + (trials - events) * Math.log((1 - theta) / (1 - promised));
    sum += Math.exp(ratio) / steps;
  }
  return sum;
}
