/** Simulated seconds in a real one, so that whoever watches an answer sees it come. */
export const SPEED_OF_AN_ANSWER = 4;

/** What a program does takes as long as in life. */
export const SPEED_OF_LIFE = 1;
