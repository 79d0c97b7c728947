import { uniformAt } from './hash.ts';

/** Writes the token at one position of the answer to the task with that seed. */
export type Writer = (seed: number, position: number) => string;

const pick = (words: readonly string[], seed: number, position: number): string =>
  words[Math.floor(uniformAt(seed, position) * words.length)] ?? '';

const ARTICLES = [' the', ' a', ' each', ' every', ' this', ' one'];
const ADJECTIVES = [
  ' small',
  ' clear',
  ' open',
  ' long',
  ' common',
  ' simple',
  ' early',
  ' local',
  ' second',
  ' whole',
];
const NOUNS = [
  ' answer',
  ' list',
  ' number',
  ' reader',
  ' value',
  ' table',
  ' order',
  ' letter',
  ' machine',
  ' garden',
  ' river',
  ' question',
  ' window',
  ' method',
  ' result',
  ' house',
  ' signal',
  ' measure',
  ' story',
  ' plan',
];
const VERBS = [
  ' shows',
  ' keeps',
  ' follows',
  ' gives',
  ' carries',
  ' finds',
  ' needs',
  ' changes',
  ' holds',
  ' joins',
];
const JOINTS = [' and', ' while', ' because', ' so', ' when', ' although'];

/** Sentences of one shape with words drawn by position: two clauses and a full stop. */
const SENTENCE = [
  ARTICLES,
  ADJECTIVES,
  NOUNS,
  VERBS,
  ARTICLES,
  NOUNS,
  JOINTS,
  ARTICLES,
  NOUNS,
  VERBS,
  ARTICLES,
  NOUNS,
  ['.'],
];

const NAMES = [
  ' total',
  ' index',
  ' value',
  ' count',
  ' item',
  ' left',
  ' right',
  ' result',
  ' limit',
  ' step',
];
const OPERATORS = [' +', ' -', ' *', ' //', ' %'];
const NUMBERS = [' 1', ' 2', ' 3', ' 7', ' 10', ' 16'];

/** Lines of one shape, as in the body of a Python function: an assignment under a condition. */
const CODE = [
  ['\n    if'],
  NAMES,
  [' <', ' >', ' =='],
  NUMBERS,
  [':'],
  ['\n       '],
  NAMES,
  [' ='],
  NAMES,
  OPERATORS,
  NAMES,
];

/** Plausible prose or code: the same tokens for the same prompt, whatever the setting that drafts them. */
export const plausible: Writer = (seed, position) => {
  const shape = seed % 3 === 0 ? CODE : SENTENCE;
  return pick(shape[position % shape.length] ?? [], seed, position);
};

/** The characters of an answer, one a token. */
export const saying =
  (answer: string): Writer =>
  (_, position) =>
    answer[position] ?? '';

/** What a broken model writes. */
export const exclamations: Writer = () => '!';
export const undecodable: Writer = () => '\ufffd';
