import { expect, it } from 'vitest';
import { rateEvidence } from '#statistics/sequential/rate-evidence.ts';

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
