/**
 * Built-in prompts. None ends in a full stop or in a number: models that only continue their last token (the counting
 * models of the demos) answer all of them the same way.
 */
const LANGUAGES = ['Python', 'TypeScript', 'Go', 'Rust'];

const PROGRAMS = [
  'that parses an ISO 8601 duration and returns the number of seconds; reject text that is not one',
  'that merges overlapping intervals given as pairs of integers and returns them sorted',
  'that finds the longest path without repetition in a directed graph given as an adjacency list',
  'that splits a CSV line into its fields, with quotes, doubled quotes and empty fields handled',
  'that keeps the k most frequent words of a stream in bounded memory',
  'that checks whether brackets of three kinds are balanced and reports the position of the first error',
  'that converts a Roman numeral to an integer and rejects numerals that are not in canonical form',
  'that implements a least-recently-used cache with constant time for get and put',
];

const ASPECTS = ['with doc comments', 'with unit tests', 'and state its time and memory cost'];

/** 96 tasks of writing code: long, regular output. */
export const CODE_TASKS: readonly string[] = PROGRAMS.flatMap((program) =>
  ASPECTS.flatMap((aspect) =>
    LANGUAGES.map((language) => `Write a function in ${language} ${program}, ${aspect}:\n`),
  ),
);

const TOPICS = [
  'why the sky is blue at noon and red in the evening',
  'how a bill becomes law in a country with two chambers',
  'what to look at before buying a used bicycle',
  'how bread rises and what goes wrong when it does not',
  'why ships float although steel is heavier than water',
  'how to begin learning to draw as an adult',
  'what the difference between weather and climate is',
  'how vaccines were first tested',
];

const LISTENERS = ['a child of ten', 'a friend over dinner', 'a new colleague', 'an examiner'];

/** 32 questions of everyday talk. */
export const CHAT_TASKS: readonly string[] = TOPICS.flatMap((topic) =>
  LISTENERS.map((listener) => `Please explain to ${listener} ${topic}. What would you say?`),
);

/** For models whose answer is known beforehand; short, so that it fits the smallest context. */
export const COUNT_TASKS: readonly string[] = ['Count upwards from one:'];
