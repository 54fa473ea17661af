import { expect, test } from 'vitest';
import { SUBJECTS } from '../../../../experiments/paper/mufc/subjects.ts';

/** What representatives and secrecy a run has; DC-KMeans has its centres in the clear by itself. */
function kindOf({ set, variant }: { set: readonly string[]; variant?: number }): string {
  if (variant !== undefined) return 'protocol.secrecy=none';
  return set
    .filter((one) => /representatives|secrecy/.test(one))
    .toSorted()
    .join();
}

test('what is unlearnt is held against retraining of the same kind, and counted alike', () => {
  const retrained = (title: string) => SUBJECTS.find((one) => one.title === title)!;
  expect(SUBJECTS.map(({ beside }) => retrained(beside).set[0])).toEqual(
    SUBJECTS.map(() => 'protocol.unlearning=retrain'),
  );
  expect(SUBJECTS.map(({ beside }) => retrained(beside).key)).toEqual(SUBJECTS.map(({ key }) => key));
  expect(SUBJECTS.map(({ beside }) => kindOf(retrained(beside)))).toEqual(SUBJECTS.map(kindOf));
});
