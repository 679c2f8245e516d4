import { expect, test, vi } from 'vitest';
import { abortOnSignals } from '#commands/compose/abort-on-signals.ts';

test('the first Ctrl-C is acknowledged and aborts, its echo within a moment is not a second one, and a second one insists', () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(1000);
  const events: string[] = [];
  const stop = abortOnSignals(
    () => events.push('acknowledged'),
    (code) => events.push(`ended with ${code}`),
  );
  try {
    expect([stop.signal.aborted, stop.code()]).toEqual([false, null]);
    process.emit('SIGINT', 'SIGINT');
    expect([stop.signal.aborted, stop.code()]).toEqual([true, 130]);
    now.mockReturnValue(1300);
    process.emit('SIGINT', 'SIGINT');
    expect(events).toEqual(['acknowledged']);
    now.mockReturnValue(1500);
    process.emit('SIGTERM', 'SIGTERM');
    expect(events).toEqual(['acknowledged', 'ended with 130']);
  } finally {
    stop.release();
    now.mockRestore();
  }
});
