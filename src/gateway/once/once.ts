/**
 * The answer to a question, perhaps still pending: it is asked only once for as long as `answers`
 * keeps it.
 */
export function once<Question, Answer extends {}>(
  answers: {
    get(question: Question): Answer | undefined;
    set(question: Question, answer: Answer): unknown;
  },
  question: Question,
  ask: () => Answer,
): Answer {
  const known = answers.get(question);
  if (known !== undefined) return known;
  const answer = ask();
  answers.set(question, answer);
  return answer;
}
