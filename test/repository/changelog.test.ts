import { describe, expect, test } from 'vitest';
import { notesOf, released } from '../../scripts/changelog.ts';

describe('the changelog', () => {
  const text = '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- new\n\n## [0.1.0] - 2026-01-01\n\n- old\n';

  test('gives the notes of a version, without its heading', () => {
    expect(notesOf(text, 'Unreleased')).toBe('### Added\n\n- new');
    expect(notesOf(text, '0.1.0')).toBe('- old');
    expect(notesOf(text, '9.9.9')).toBeNull();
  });

  test('keeps an empty section for what comes', () => {
    const next = released(text, '0.2.0', '2026-02-03');
    expect(notesOf(next, 'Unreleased')).toBe('');
    expect(notesOf(next, '0.2.0')).toBe('### Added\n\n- new');
    expect(next).toContain('## [0.2.0] - 2026-02-03');
  });
});
