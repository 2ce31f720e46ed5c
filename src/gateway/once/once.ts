/** Answers by question, for as long as whoever asks keeps them. */
interface Answers<Question, Answer> {
  get(question: Question): Answer | undefined;
  set(question: Question, answer: Answer): unknown;
}

/** The answer to a question, perhaps still pending. It is asked only once, however often it comes. */
export function once<Question, Answer extends {}>(
  answers: Answers<Question, Answer>,
  question: Question,
  ask: () => Answer,
): Answer {
  const known = answers.get(question);
  if (known !== undefined) return known;
  const answer = ask();
  answers.set(question, answer);
  return answer;
}
