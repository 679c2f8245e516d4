import { describe, expect, it } from 'vitest';
import { formatIssue } from '#common/document/format-issue.ts';
import { calibrationText, type JudgeCalibration, parseCalibration } from '#judge/calibration/calibration-file.ts';
import { errorOfJudge } from '#judge/calibration/error-of-judge.ts';

const JUDGE = 'a'.repeat(64);
const ASK = 'b'.repeat(64);
const FILE = 'judge-calibration.json';

const calibration: JudgeCalibration = {
  version: 1,
  judge: JUDGE,
  criteria: {
    polite: { good: { met: 28, of: 30 }, bad: { not_met: 24, of: 30 }, q1: 29 / 32, questions: [ASK] },
    brief: { good: { met: 12, of: 12 }, bad: { not_met: 0, of: 0 } },
  },
};

const issuesOf = (text: string) => {
  const read = parseCalibration(text, FILE);
  return 'issues' in read ? read.issues.map(formatIssue) : [];
};

describe('the file of a calibration', () => {
  it('is read as it is written', () => {
    expect(parseCalibration(calibrationText(calibration), FILE)).toEqual({ calibration });
  });

  it('is written with its criteria sorted, so that equal labels give an equal file', () => {
    expect(Object.keys(JSON.parse(calibrationText(calibration)).criteria)).toEqual(['brief', 'polite']);
  });

  it('is refused where its numbers were edited, with the place', () => {
    const edited = calibrationText(calibration).replace('"q1": 0.90625', '"q1": 0.99');
    expect(issuesOf(edited)).toEqual([
      `${FILE}:24:13: criteria.polite.q1: does not follow from "good" and "bad"; run the command calibrate-judge again instead of editing the file`,
    ]);
    expect(issuesOf(calibrationText(calibration).replace('"met": 28', '"met": 31'))).toEqual([
      expect.stringContaining('criteria.polite.good: expected "met" to be at most "of"'),
      expect.stringContaining('criteria.polite.q1: does not follow'),
    ]);
    expect(issuesOf('{"version": 2}')[0]).toContain(`${FILE}:1:`);
    expect(issuesOf('')).toEqual([`${FILE}:1:1: the file is empty; write its content or remove it`]);
  });
});

describe('the error of a judge', () => {
  const asked = { judge: JUDGE, criterion: 'polite', ask: ASK };

  it('is that of its criterion', () => {
    expect(errorOfJudge(calibration, asked)).toMatchObject({ error: { q1: 29 / 32, q0: 25 / 32, m1: 30, m0: 30 } });
    expect(errorOfJudge(calibration, { ...asked, ask: null })).toHaveProperty('error');
  });

  it('is not known of another judge, another criterion, another question, or from labels of one kind', () => {
    expect(errorOfJudge(null, asked)).toEqual({ uncalibrated: 'no labels show how often its judge errs' });
    expect(errorOfJudge(calibration, { ...asked, judge: 'c'.repeat(64) })).toEqual({
      uncalibrated: 'another judge was calibrated (aaaaaaaaaaaa, this is cccccccccccc)',
    });
    expect(errorOfJudge(calibration, { ...asked, criterion: 'constructor' })).toEqual({
      uncalibrated: 'no label says anything of constructor',
    });
    expect(errorOfJudge(calibration, { ...asked, ask: 'd'.repeat(64) })).toEqual({
      uncalibrated: 'the labels of polite answer another question',
    });
    expect(errorOfJudge(calibration, { ...asked, criterion: 'brief' })).toEqual({
      uncalibrated: 'brief has no labels of both kinds',
    });
  });
});
